internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
package import TimelineSystem

/// Searches a redacted copy for texts that are hidden at one place and readable at another, as when a value goes from an action
/// into the state and only the path in the state is listed.
///
/// Texts are compared whole. Texts of at least four characters are also found inside longer ones: as they are, and as they are
/// written in JSON or in a URL. Only their first 256 bytes are compared, and digits are not found inside a longer number.
/// Numbers are not searched for: small ones have many meanings. Memory holds a hash of each text, not the text.
package struct HiddenTextSearch: Sendable {
    /// The places, in the order of the copy.
    package private(set) var places: [RedactionFinding] = []
    private var indexes: [String: Int] = [:]
    private static let limit = 1000

    private let findsPseudonyms: Bool
    private let takesShort: Bool
    /// The hashes of the texts, and of the forms in which longer texts may contain them.
    private var texts: Set<UInt64> = []
    private var forms: Set<UInt64> = []
    /// The lengths of the forms, ascending, by their first four bytes.
    private var lengths: [UInt32: [Int]] = [:]
    private let seed = UInt64.random(in: .min ... .max)
    /// Whether a form, or a short text in quotes, may begin with four bytes, by a hash of 15 bits.
    private var starts = [Bool](repeating: false, count: 1 << 15)
    /// Those of short texts.
    private var shortStarts: Set<UInt32> = []
    private static let shortest = 4
    private static let longest = 256

    /// - Parameters:
    ///   - takesShort: Whether to search for texts of fewer than four characters, which may be equal by chance.
    ///   - findsPseudonyms: Whether to search for pseudonyms instead of texts: for the places where a recorder hid values that
    ///     the program marks, which no header lists.
    package init(takesShort: Bool = true, findsPseudonyms: Bool = false) {
        (self.takesShort, self.findsPseudonyms) = (takesShort, findsPseudonyms)
    }

    /// Adds a text that was replaced by a pseudonym.
    package mutating func add(_ text: String) {
        let isLong = text.unicodeScalars.count >= Self.shortest
        guard takesShort || isLong, texts.insert(hash(text.utf8)).inserted else { return }
        guard isLong else { return addStarts(ofShort: text) }
        for form in [Array(text.utf8), Array(JSON.string(text).text.dropFirst().dropLast()), Self.percentEncoded(text)]
        {
            let form = form.prefix(Self.longest)
            forms.insert(hash(form))
            let start = Self.word(form.prefix(Self.shortest))
            let known = lengths[start, default: []]
            if !known.contains(form.count) { lengths[start] = (known + [form.count]).sorted() }
            addStart(start)
        }
    }

    /// Adds what a line has where a string is this text, unless it has escapes.
    private mutating func addStarts(ofShort text: String) {
        let quoted = Array("\"\(text)\"".utf8)
        // What may follow a string.
        let starts = quoted.count < 4 ? ",:}] \t\r".utf8.map { quoted + [$0] } : [quoted]
        for start in starts {
            shortStarts.insert(Self.word(start.prefix(4)))
            addStart(Self.word(start.prefix(4)))
        }
    }

    private mutating func addStart(_ word: UInt32) {
        starts[Self.place(word)] = true
    }

    /// Where the table has four bytes.
    @inline(__always) private static func place(_ word: UInt32) -> Int {
        Int(truncatingIfNeeded: (word &* 0x9E37_79B1) &>> 17)
    }

    // MARK: - Searching

    /// Searches a file. Call this when all texts are added.
    ///
    /// Without a redactor, a line that holds no text is not parsed.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - redactor: Redacts each line before it is searched.
    package mutating func search(
        _ source: any ByteSource, file: String, hiding redactor: JournalRedactor? = nil
    ) throws(RedactingError) {
        if texts.isEmpty, !findsPseudonyms { return }
        if redactor == nil, !findsPseudonyms { return try searchCandidates(in: source, file: file) }
        var reader = JournalReader(source, file: file)
        var listed: JournalRedactor.Note?
        while let line = try reader.nextToRedact(file: file) {
            guard var object = (try? JSON(parsing: line.bytes))?.object else { continue }
            if let redactor {
                if case .header(let header) = line.content { listed = JournalRedactor.Note(header) }
                object = try redactor.hidden(line.content, object, listed, file: file, line: line.number)
            }
            search(object, line.content, file: file, line: line.number)
        }
    }

    private mutating func search(_ object: JSONObject, _ line: Line, file: String, line number: Int) {
        for member in object.members where !Self.isOfRecorder(member.key, line) {
            var found: [(part: RedactionFinding.Part, path: String)] = []
            search(member, line) { found.append(($0, $1)) }
            for (part, path) in found {
                note(RedactionFinding(kind: .elsewhere, part: part, path: path, file: file, line: number))
            }
        }
    }

    /// Searches a file, and parses only the lines that may hold a text.
    private mutating func searchCandidates(in source: any ByteSource, file: String) throws(RedactingError) {
        let ahead = ReadAhead(LineBlocks(ahead: source)) { [self] in candidates(in: $0) }
        var number = 1
        while let chunk = ahead.next() {
            if let error = chunk.error { throw .file(error) }
            guard let block = chunk.block, let found = chunk.parsed else { continue }
            if block.isTorn { break }
            for candidate in found.candidates {
                let bytes = Array(block.bytes[candidate.bytes])
                let line: Line
                do throws(LineError) { line = try LineParser.parse(bytes) } catch {
                    throw .damaged(file: file, line: number + candidate.number, byte: 0)
                }
                guard let object = (try? JSON(parsing: bytes))?.object else { continue }
                search(object, line, file: file, line: number + candidate.number)
            }
            number += found.lines
        }
    }

    /// A line that may hold a text, with its number from 0.
    private typealias Candidate = (number: Int, bytes: Range<Int>)

    /// The whole lines that may hold a text, and the number of all lines.
    ///
    /// A line that has no escapes holds a text only if its bytes have a form of it, or a short text in quotes.
    private func candidates(in block: LineBlock) -> (candidates: [Candidate], lines: Int) {
        if block.isTorn || block.isTooLong { return ([], 1) }
        return block.bytes.withUnsafeBufferPointer { window in
            let raw = UnsafeRawBufferPointer(window)
            func next(_ byte: UInt8, from offset: Int) -> Int? {
                UnsafeRawBufferPointer(rebasing: raw[offset...]).offset(of: byte).map { offset + $0 }
            }
            var (nextEscape, nextForm) = (next(UInt8(ascii: "\\"), from: 0), placeOfForm(in: window, from: 0))
            var candidates: [Candidate] = []
            var (number, counted) = (0, 0)
            while let place = [nextEscape, nextForm].compactMap({ $0 }).min() {
                let start = (window[..<place].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
                let end = next(UInt8(ascii: "\n"), from: place) ?? window.count
                while counted < start, let end = next(UInt8(ascii: "\n"), from: counted) {
                    (number, counted) = (number + 1, end + 1)
                }
                candidates.append((number, start..<end))
                if let place = nextEscape, place < end { nextEscape = next(UInt8(ascii: "\\"), from: end) }
                if let place = nextForm, place < end { nextForm = placeOfForm(in: window, from: end) }
            }
            while counted < window.count, let end = next(UInt8(ascii: "\n"), from: counted) {
                (number, counted) = (number + 1, end + 1)
            }
            return (candidates, number)
        }
    }

    /// The first place, from `start` on, within a form, or a short text in quotes.
    private func placeOfForm(in window: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let bytes = UnsafeRawPointer(window.baseAddress), start + 4 <= window.count else { return nil }
        return starts.withUnsafeBufferPointer { starts in
            for place in start...window.count - 4 {
                let word = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                guard starts[Self.place(word)] else { continue }
                if shortStarts.contains(word) || holdsForm(window, from: place, word) { return place }
            }
            return nil
        }
    }

    /// Whether a form begins at `start`, with the four bytes of `word`.
    private func holdsForm(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ word: UInt32) -> Bool {
        guard let lengths = lengths[word] else { return false }
        var (hash, end) = (seed, start)
        for length in lengths where start + length <= bytes.count {
            hash = bytes[end..<start + length].reduce(hash, Self.hash)
            end = start + length
            if forms.contains(hash) { return true }
        }
        return false
    }

    private static let headerKeys: Set = [
        "timeline", "session", "program", "version", "started", "segment", "snapshots", "redaction", "dropped",
        "requires", "checksums", "crc",
    ]
    /// The keys whose values come from the recorder, within the value of a key.
    private static let innerKeys: [String: Set<String>] = [
        "platform": ["os", "arch", "swift"], "gap": ["through", "why"], "end": ["actions", "snapshots"],
    ]

    /// Whether the value of a key comes from the recorder, not from the app.
    private static func isOfRecorder(_ key: String, _ line: Line) -> Bool {
        switch (line, key) {
        case (.header, _): headerKeys.contains(key)
        case (_, "seq"), (_, "at"), (_, "crc"), (.step, "cause"): true
        default: false
        }
    }

    /// Searches a member of a line.
    private func search(
        _ member: JSONObject.Member, _ line: Line, _ found: (RedactionFinding.Part, _ path: String) -> Void
    ) {
        let value = member.value
        switch (line, member.key) {
        case (.snapshot, "state"), (.step, "set"): find(in: value, at: "$") { found(.state, $0) }
        case (.step, "opaque") where findsPseudonyms: break
        case (.step, "action"), (.step, "opaque"): find(in: value, at: "$") { found(.action, $0) }
        case (.step, "from"): find(in: value, at: "") { found(.from, $0) }
        case (.step, "by"): find(in: value, at: "") { found(.by, $0) }
        case (.mark, "mark"): find(in: value, at: "") { found(.mark, $0) }
        default:
            // No path can hide these.
            let known = Self.innerKeys[member.key]
            let rest = known.flatMap { known in
                value.object.map { JSON.object(JSONObject($0.members.filter { !known.contains($0.key) })) }
            }
            find(in: .object(JSONObject([.init(key: member.key, value: rest ?? value)])), at: "$") { found(.line, $0) }
            if case .gap(let gap) = line, member.key == "gap" { find(in: .string(gap.why), at: "") { found(.gap, $0) } }
        }
    }

    private mutating func note(_ finding: RedactionFinding) {
        let key = "\(finding.part) \(finding.path)"
        if let index = indexes[key] {
            places[index].times += 1
        } else if places.count < Self.limit {
            indexes[key] = places.count
            places.append(finding)
        }
    }

    private func find(in value: JSON, at path: String, _ found: (_ path: String) -> Void) {
        switch value {
        case .string(let text): if isWanted(text) { found(path) }
        case .array(let elements): for element in elements { find(in: element, at: path + "[*]", found) }
        case .object(let object):
            for member in object.members {
                let isName = isWanted(member.key)
                if isName { found(path + "~") }
                let segment = isName ? ".*" : String(JSONLocation([.name(member.key)]).pathDescription.dropFirst())
                find(in: member.value, at: path + segment, found)
            }
        default: break
        }
    }

    // MARK: - Texts

    private func isWanted(_ text: String) -> Bool {
        if text.isEmpty { return false }
        let isPseudonym = Pseudonyms.isOne(text)
        if findsPseudonyms { return isPseudonym }
        return texts.contains(hash(text.utf8)) || !isPseudonym && holdsHiddenText(Array(text.utf8))
    }

    private func holdsHiddenText(_ bytes: [UInt8]) -> Bool {
        guard !forms.isEmpty, bytes.count >= Self.shortest else { return false }
        for start in 0...bytes.count - Self.shortest {
            guard let lengths = lengths[Self.word(bytes[start..<start + Self.shortest])] else { continue }
            var (hash, end) = (seed, start)
            for length in lengths where start + length <= bytes.count {
                hash = bytes[end..<start + length].reduce(hash, Self.hash)
                end = start + length
                if forms.contains(hash), !Self.isInsideNumber(start..<end, of: bytes) { return true }
            }
        }
        return false
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    private static func isInsideNumber(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
        func isDigit(_ place: Int) -> Bool {
            bytes.indices.contains(place) && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place])
        }
        return isDigit(range.lowerBound) && isDigit(range.lowerBound - 1)
            || isDigit(range.upperBound - 1) && isDigit(range.upperBound)
    }

    private func hash(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(seed, Self.hash) }

    /// FNV-1a, which extends the hash of a text byte by byte to that of a longer one.
    private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }

    /// The text percent-encoded, as in a URL (RFC 3986, section 2.1).
    private static func percentEncoded(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte -> [UInt8] in
            if unreserved.contains(byte) { return [byte] }
            return Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
        }
    }

    private static let unreserved = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
}
