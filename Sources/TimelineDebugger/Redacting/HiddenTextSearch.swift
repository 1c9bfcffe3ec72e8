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
    /// A place where a hidden text is readable.
    package struct Place: Equatable, Sendable {
        package let part: RedactionCheck.Finding.Part
        /// The JSONPath to hide: `[*]` for each element of an array, and `*` for a member whose name is hidden elsewhere. For the
        /// name itself, the path of its object with a `~`. Empty for a mark, an origin and the reason of a gap.
        package let path: String
        /// The first line with it, from 1.
        package let file: String
        package let line: Int
        /// The number of lines and values with it.
        package var times: Int

        package init(
            _ part: RedactionCheck.Finding.Part, path: String = "", file: String, line: Int, times: Int
        ) {
            (self.part, self.path, self.file, self.line, self.times) = (part, path, file, line, times)
        }
    }

    /// The places, in the order of the copy.
    package private(set) var places: [Place] = []
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
    private static let shortest = 4
    private static let longest = 256

    /// - Parameter takesShort: Whether to search for texts of fewer than four characters, which may be equal by chance.
    package init(takesShort: Bool = true) { (self.takesShort, findsPseudonyms) = (takesShort, false) }

    private init(findsPseudonyms: Bool) { (takesShort, self.findsPseudonyms) = (true, findsPseudonyms) }

    /// A search for pseudonyms: for the places where a recorder hid values that the program marks, which no header lists.
    package static var forPseudonyms: HiddenTextSearch { HiddenTextSearch(findsPseudonyms: true) }

    /// Adds a text that was replaced by a pseudonym.
    package mutating func hid(_ text: String) {
        let isLong = text.unicodeScalars.count >= Self.shortest
        guard takesShort || isLong, texts.insert(hash(text.utf8)).inserted, isLong else { return }
        for form in [Array(text.utf8), Array(JSON.string(text).text.dropFirst().dropLast()), Self.percentEncoded(text)]
        {
            let form = form.prefix(Self.longest)
            forms.insert(hash(form))
            let known = lengths[Self.word(form.prefix(Self.shortest)), default: []]
            if !known.contains(form.count) {
                lengths[Self.word(form.prefix(Self.shortest))] = (known + [form.count]).sorted()
            }
        }
    }

    // MARK: - Searching

    /// Searches a file. Call this when all texts are added.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - redactor: Redacts each line before it is searched.
    package mutating func search(
        _ source: any ByteSource, file: String, hiding redactor: JournalRedactor? = nil
    ) throws(RedactingError) {
        if texts.isEmpty, !findsPseudonyms { return }
        var reader = JournalReader(source, file: file)
        var note: JournalRedactor.Note?
        while let line = try reader.nextToRedact(file: file) {
            guard var object = (try? JSON(parsing: line.bytes))?.object else { continue }
            if let redactor {
                if case .header(let header) = line.content { note = JournalRedactor.Note(header) }
                object = try redactor.hidden(line.content, object, note, file: file, line: line.number)
            }
            search(object, line.content) { Place($0, path: $1, file: file, line: line.number, times: 1) }
        }
    }

    private mutating func search(
        _ object: JSONObject, _ line: Line, _ place: (RedactionCheck.Finding.Part, String) -> Place
    ) {
        func look(_ value: JSON?, _ part: RedactionCheck.Finding.Part, _ path: String = "$") {
            guard let value else { return }
            var paths: [String] = []
            find(in: value, at: path) { paths.append($0) }
            for path in paths { note(place(part, path)) }
        }
        look(Self.unknown(in: object, line), .line)
        switch line {
        case .snapshot: look(object["state"], .state)
        case .step:
            look(object["action"], .action)
            if !findsPseudonyms { look(object["opaque"], .action) }
            look(object["set"], .state)
            look(object["by"], .by, "")
            look(object["from"], .from, "")
        case .mark: look(object["mark"], .mark, "")
        case .gap(let gap): look(.string(gap.why), .gap, "")
        default: break
        }
    }

    private mutating func note(_ place: Place) {
        let key = "\(place.part) \(place.path)"
        if let index = indexes[key] {
            places[index].times += 1
        } else if places.count < Self.limit {
            indexes[key] = places.count
            places.append(place)
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

    /// The parts of a line that no path can hide: unknown keys, a line of an unknown kind, and the crash in a header.
    private static func unknown(in object: JSONObject, _ line: Line) -> JSON {
        let known: Set<String> =
            switch line {
            case .header:
                [
                    "timeline", "session", "program", "version", "started", "segment", "snapshots", "redaction",
                    "dropped",
                    "requires", "checksums", "crc",
                ]
            case .step: ["seq", "at", "crc", "action", "opaque", "set", "by", "from", "cause"]
            case .snapshot: ["seq", "at", "crc", "state"]
            case .mark: ["seq", "at", "crc", "mark"]
            case .gap, .end, .unknown: ["seq", "at", "crc"]
            }
        let knownInside: [String: Set<String>] = [
            "platform": ["os", "arch", "swift"], "gap": ["through", "why"], "end": ["actions", "snapshots"],
        ]
        return .object(
            JSONObject(
                object.members.filter { !known.contains($0.key) }.map { member in
                    guard let known = knownInside[member.key], let inner = member.value.object else { return member }
                    return .init(
                        key: member.key,
                        value: .object(JSONObject(inner.members.filter { !known.contains($0.key) })))
                }))
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
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                [byte]
            default: Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
            }
        }
    }
}
