package import TimelineKit
internal import TimelineReplay

/// Finds texts that are hidden at one place and readable at another, as when only the path in the state is listed.
///
/// Texts of at least four characters are also found inside longer ones, as they are written in JSON or in a URL. Only their
/// first 256 bytes are compared. Numbers are not searched for. Memory holds a hash of each text, not the text.
package struct HiddenTextSearch: Sendable {
    package private(set) var places: [RedactionFinding] = []
    private var indexes: [String: Int] = [:]
    private static let limit = 1000

    private let findsPseudonyms: Bool
    private let takesShort: Bool
    /// Hashes.
    private var texts: Set<UInt64> = []
    private var forms: Set<UInt64> = []
    /// The lengths of the forms, ascending, by their first four bytes.
    private var lengths: [UInt32: [Int]] = [:]
    /// Whether there may be some, by a part of a hash of these bytes: most places are none.
    private var starts = [Bool](repeating: false, count: 1 << 16)
    private let seed = UInt64.random(in: .min ... .max)
    private static let shortest = 4
    private static let longest = 256

    package init(takesShort: Bool = true, findsPseudonyms: Bool = false) {
        (self.takesShort, self.findsPseudonyms) = (takesShort, findsPseudonyms)
    }

    package mutating func add(_ text: String) {
        let isLong = text.unicodeScalars.count >= Self.shortest
        guard takesShort || isLong, texts.insert(hash(text.utf8)).inserted, isLong else { return }
        let json = JSON.string(text).text.dropFirst().dropLast()
        for form in [Array(text.utf8), Array(json), Array(text.percentEncoded.utf8)] {
            let form = form.prefix(Self.longest)
            forms.insert(hash(form))
            let start = Self.word(form.prefix(Self.shortest))
            starts[Self.index(start)] = true
            let known = lengths[start, default: []]
            if !known.contains(form.count) { lengths[start] = (known + [form.count]).sorted() }
        }
    }

    // MARK: - Searching

    /// Searches a file. Call this when all texts are added.
    package mutating func search(
        _ source: any ByteSource, file: String, hiding redactor: JournalRedactor? = nil
    ) throws(RedactingError) {
        if texts.isEmpty, !findsPseudonyms { return }
        var reader = JournalReader(source, file: file)
        var redacted = redactor.map { LineRedactor($0) }
        while let line = try reader.nextToRedact(file: file) {
            if case .header(let header) = line.content { redacted?.read(RedactionNote(header)) }
            if !mayHoldHiddenText(line.bytes) { continue }
            for member in (try? JSON(parsing: line.bytes))?.object?.members ?? [] {
                for (part, value) in parts(of: member, line.content) {
                    let hidden: JSON?
                    do throws(JSONPathError) {
                        hidden = part == .line ? nil : try redacted?.hidden(value, of: member.key)
                    } catch { throw .unsearchable(file: file, line: line.number, reason: error.description) }
                    for path in places(in: hidden ?? value, at: part.root) {
                        note(RedactionFinding(kind: .elsewhere, part: part, path: path, file: file, line: line.number))
                    }
                }
            }
        }
    }

    private static let headerKeys: Set = [
        "timeline", "session", "program", "version", "started", "segment", "snapshots", "redaction", "dropped",
        "requires", "checksums", "crc",
    ]
    private static let innerKeys: [String: Set<String>] = [
        "platform": ["os", "arch", "swift"], "gap": ["through", "why"], "end": ["actions", "snapshots"],
    ]

    /// Without what a recorder writes itself.
    private func parts(of member: JSONObject.Member, _ line: Line) -> [(RedactionFinding.Part, JSON)] {
        switch (line, member.key) {
        case (.header, let key) where Self.headerKeys.contains(key): return []
        case (_, "seq"), (_, "at"), (_, "crc"), (.step, "cause"): return []
        case (.step, "opaque") where findsPseudonyms: return []
        case (.snapshot, "state"), (.step, "set"): return [(.state, member.value)]
        case (.step, "action"), (.step, "opaque"): return [(.action, member.value)]
        case (.step, "from"): return [(.from, member.value)]
        case (.step, "by"): return [(.by, member.value)]
        case (.mark, "mark"): return [(.mark, member.value)]
        default:
            // No path can hide these.
            var rest = member.value
            if let object = rest.object, let known = Self.innerKeys[member.key] {
                rest = .object(JSONObject(object.members.filter { !known.contains($0.key) }))
            }
            let other = (RedactionFinding.Part.line, JSON.members([member.key: rest]))
            if case .gap(let gap) = line, member.key == "gap" { return [other, (.gap, .string(gap.why))] }
            return [other]
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

    /// The paths have `[*]` for each element, and `.*` for a name that is hidden elsewhere.
    private func places(in value: JSON, at path: String) -> [String] {
        switch value {
        case .string(let text): isWanted(text) ? [path] : []
        case .array(let elements): elements.flatMap { places(in: $0, at: path + "[*]") }
        case .object(let object):
            object.members.flatMap { member in
                isWanted(member.key)
                    ? [path + "~"] + places(in: member.value, at: path + ".*")
                    : places(in: member.value, at: path + member.key.pathSegment)
            }
        default: []
        }
    }

    // MARK: - Texts

    /// In a line without escapes, a text is between two quotes as it is. With some, it may be another.
    private func mayHoldHiddenText(_ line: [UInt8]) -> Bool {
        findsPseudonyms || line.contains(UInt8(ascii: "\\")) || holdsHiddenText(line)
            || line.split(separator: UInt8(ascii: "\"")).contains { texts.contains(hash($0)) }
    }

    private func isWanted(_ text: String) -> Bool {
        if text.isEmpty { return false }
        let isPseudonym = Pseudonyms.looksLikeOne(text)
        if findsPseudonyms { return isPseudonym }
        return texts.contains(hash(text.utf8)) || !isPseudonym && holdsHiddenText(Array(text.utf8))
    }

    private func holdsHiddenText(_ bytes: [UInt8]) -> Bool {
        guard !forms.isEmpty, bytes.count >= Self.shortest else { return false }
        var word = Self.word(bytes[..<(Self.shortest - 1)])
        for start in 0...bytes.count - Self.shortest {
            word = word << 8 | UInt32(bytes[start + Self.shortest - 1])
            guard starts[Self.index(word)], let lengths = lengths[word] else { continue }
            var (hash, end) = (seed, start)
            for length in lengths where start + length <= bytes.count {
                hash = bytes[end..<start + length].reduce(hash, StateShapeReader.adding)
                end = start + length
                if forms.contains(hash), !Self.isInsideNumber(start..<end, of: bytes) { return true }
            }
        }
        return false
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    private static func index(_ word: UInt32) -> Int { Int((word &* 0x9E37_79B1) >> 16) }

    private static func isInsideNumber(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
        func isDigit(_ place: Int) -> Bool {
            bytes.indices.contains(place) && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place])
        }
        return isDigit(range.lowerBound) && isDigit(range.lowerBound - 1)
            || isDigit(range.upperBound - 1) && isDigit(range.upperBound)
    }

    private func hash(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(seed, StateShapeReader.adding) }
}
