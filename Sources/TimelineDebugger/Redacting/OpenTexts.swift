internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
package import TimelineSystem

/// Looks in a clean copy for texts that are hidden in one place of it and stand in the open in another, as where a value
/// goes from an action into the state and only the path in the state is listed.
///
/// Whole texts are compared, and those of four characters or more are looked for inside longer ones, too. Numbers are not:
/// small ones stand for many things.
package struct OpenTexts: Sendable {
    /// Hashes of the texts that were hidden: 8 bytes for each, however long it is, and the text itself is not kept.
    private var hidden: Set<Int> = []
    private var parts = HiddenParts()
    /// Whether those of fewer than four characters count.
    private let takesShort: Bool
    /// The places that were found, in the order of the copy.
    package private(set) var places: [Place] = []
    private var numbers: [String: Int] = [:]
    private static let limit = 1000

    /// Where texts stand in the open. It never tells one.
    package struct Place: Equatable, Sendable {
        package enum Part: String, Sendable {
            case state, action, mark, from, by, gap
            /// What no path of `redact` leads to: a line of a kind, or a key, that is not known.
            case line
        }

        package let part: Part
        /// A path to be hidden: each element of a list is `[*]`, and a name that was hidden elsewhere `*`. Of a mark, or
        /// the name of an origin and the reason of a gap, it is empty.
        package let path: String
        /// The first place: its file, and its line from 1.
        package let file: String
        package let line: Int
        /// How often.
        package var times: Int

        package init(_ part: Part, path: String = "", file: String, line: Int, times: Int) {
            (self.part, self.path, self.file, self.line, self.times) = (part, path, file, line, times)
        }
    }

    /// - Parameter takesShort: Whether whole texts of fewer than four characters count, which may be the same by chance.
    package init(takesShort: Bool = true) { self.takesShort = takesShort }

    /// A pseudonym was put in the place of `text`.
    package mutating func hid(_ text: String) {
        guard takesShort || text.unicodeScalars.count >= HiddenParts.shortest else { return }
        if hidden.insert(Self.hash(text)).inserted { parts.insert(text) }
    }

    /// Looks at a copy, once all is hidden.
    ///
    /// - Parameter file: How the copy is named.
    package mutating func search(_ copy: any ByteSource, file: String) throws(RedactingError) {
        if hidden.isEmpty { return }
        var reader = RedactingReader(copy, file: file)
        while let (number, line) = try reader.next() {
            let found = { (part: Place.Part, path: String) in (part, path, file, number) }
            switch line {
            case .snapshot(let snapshot): search(snapshot.state.value) { found(.state, $0) }
            case .step(let step):
                switch step.change {
                case .action(let text): search(text.value) { found(.action, $0) }
                case .opaque(let words): search(.string(words)) { found(.action, $0) }
                case .set(let text, let by):
                    search(text.value) { found(.state, $0) }
                    search(.string(by), "") { found(.by, $0) }
                }
                if let from = step.from { search(.string(from), "") { found(.from, $0) } }
            case .mark(let mark): search(.string(mark.name), "") { found(.mark, $0) }
            case .gap(let gap): search(.string(gap.why), "") { found(.gap, $0) }
            default: break
            }
        }
    }

    /// Looks at what a copy would lack of a file: the reasons of gaps as they are, and what this version does not know.
    ///
    /// - Returns: The places, with the lines of that file; they are none of `places`.
    package func found(inRestOf original: any ByteSource, file: String) throws(RedactingError) -> [Place] {
        var rest = self
        (rest.places, rest.numbers) = ([], [:])
        var reader = JournalReader(original, file: file)
        while true {
            let item: JournalReader.Item?
            do throws(FileError) { item = try reader.next() } catch { throw .file(error) }
            guard let item else { return rest.places }
            guard case .line(let line) = item else { continue }
            rest.search(LineRest.of(line)) { (.line, $0, file, line.number) }
            if case .gap(let gap) = line.content {
                rest.search(.string(gap.why), "") { (.gap, $0, file, line.number) }
            }
        }
    }

    private mutating func search(
        _ value: JSON, _ path: String = "$", _ found: (String) -> (Place.Part, String, String, Int)
    ) {
        var paths: [String] = []
        TextPlaces.search(value, at: path, for: wasHidden) { paths.append($0) }
        for path in paths { note(found(path)) }
    }

    private func wasHidden(_ text: String) -> Bool {
        if text.isEmpty { return false }
        return hidden.contains(Self.hash(text)) || !Pseudonyms.isOne(text) && parts.isPart(of: text)
    }

    private mutating func note(_ found: (part: Place.Part, path: String, file: String, line: Int)) {
        let key = "\(found.part) \(found.path)"
        if let number = numbers[key] {
            places[number].times += 1
        } else if places.count < Self.limit {
            numbers[key] = places.count
            places.append(Place(found.part, path: found.path, file: found.file, line: found.line, times: 1))
        }
    }

    /// By the bytes of the text, as pseudonyms are.
    private static func hash(_ text: String) -> Int {
        var hasher = Hasher()
        hasher.combine(ExactString(text))
        return hasher.finalize()
    }
}
