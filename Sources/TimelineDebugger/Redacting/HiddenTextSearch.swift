internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
package import TimelineSystem

/// Searches a clean copy for texts that are hidden in one place and stand in the open in another, as when a value goes from an
/// action into the state and only the path in the state is listed.
///
/// Whole texts are compared. Those of at least four characters are also found inside longer ones: as they are, and as they
/// are written in JSON or in an address. Of those the first 256 bytes count, and digits are not found inside a longer number.
/// Numbers are not searched for: small ones stand for many things. In memory is a hash of each text, not the text.
package struct HiddenTextSearch: Sendable {
    /// Where a text stands in the open, never the text.
    package struct Place: Equatable, Sendable {
        package let part: RedactionCheck.Finding.Part
        /// A path to hide: each element of a list is `[*]`, and a name that is hidden elsewhere `*`; that it is there at all is
        /// the path of its object with a `~`. Empty for what is one text: a mark, an origin, the reason of a gap.
        package let path: String
        /// The first place: its file, and its line from 1.
        package let file: String
        package let line: Int
        /// How often.
        package var times: Int

        package init(
            _ part: RedactionCheck.Finding.Part, path: String = "", file: String, line: Int, times: Int
        ) {
            (self.part, self.path, self.file, self.line, self.times) = (part, path, file, line, times)
        }
    }

    /// The places that were found, in the order of the copy.
    package private(set) var places: [Place] = []
    private var indexes: [String: Int] = [:]
    private static let limit = 1000

    private let findsPseudonyms: Bool
    private let takesShort: Bool
    /// The hashes of the texts, and of the forms in which they may stand in longer ones.
    private var texts: Set<UInt64> = []
    private var forms: Set<UInt64> = []
    /// The lengths of the forms, ascending, by their first four bytes.
    private var lengths: [UInt32: [Int]] = [:]
    private let seed = UInt64.random(in: .min ... .max)
    private static let shortest = 4
    private static let longest = 256

    /// - Parameter takesShort: Whether whole texts of fewer than four characters count, which may be the same by chance.
    package init(takesShort: Bool = true) { (self.takesShort, findsPseudonyms) = (takesShort, false) }

    private init(findsPseudonyms: Bool) { (takesShort, self.findsPseudonyms) = (true, findsPseudonyms) }

    /// A search for pseudonyms instead: where a recorder hid what the program marks, which no header lists.
    package static var forPseudonyms: HiddenTextSearch { HiddenTextSearch(findsPseudonyms: true) }

    /// A pseudonym was put in the place of `text`.
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

    /// Searches a file, once all is hidden.
    ///
    /// - Parameters:
    ///   - file: How the file is named.
    ///   - redactor: Hides values first. Without one the file is searched as it is.
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

    /// What no path leads to: a line of an unknown kind, or keys that this version does not know, and of a header what it says
    /// of a crash.
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

    /// FNV-1a, whose hash of a text grows byte by byte into that of a longer one.
    private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }

    /// The text as it stands in an address (RFC 3986, section 2.1).
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
