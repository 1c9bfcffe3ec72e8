internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
package import TimelineSystem

/// The paths at which texts are pseudonyms: where a recorder hid what a program marks, of which no header tells the places.
package struct PseudonymPlaces: Equatable, Sendable {
    /// In states and in actions, each path once, in the order of the file. Each element of a list is `[*]`, and a name that
    /// is a pseudonym `*`.
    package private(set) var state: [String] = []
    package private(set) var actions: [String] = []
    private var seenInState: Set<String> = []
    private var seenInActions: Set<String> = []
    private static let limit = 1000

    package init() {}

    package mutating func search(_ source: any ByteSource, file: String) throws(RedactingError) {
        var reader = RedactingReader(source, file: file)
        while let (_, line) = try reader.next() {
            switch line {
            case .snapshot(let snapshot): Self.search(snapshot.state, &state, &seenInState)
            case .step(let step):
                switch step.change {
                case .action(let text): Self.search(text, &actions, &seenInActions)
                case .set(let text, _): Self.search(text, &state, &seenInState)
                case .opaque: break
                }
            default: break
            }
        }
    }

    private static func search(_ text: JSONText, _ paths: inout [String], _ seen: inout Set<String>) {
        TextPlaces.search(text.value, for: { !$0.isEmpty && Pseudonyms.isOne($0) }) { path in
            if paths.count < limit, seen.insert(path).inserted { paths.append(path) }
        }
    }
}
