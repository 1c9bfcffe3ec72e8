internal import TimelineKit
internal import TimelineReplay

/// What the tabulator key completes at the prompt of `debug`: its commands, and paths of the present state.
enum DebugCompletion {
    static func commands(_ word: String) -> [String] {
        DebugInput.Name.allCases.map(\.rawValue).filter { $0.hasPrefix(word) }
    }

    /// The children of the values that `word`, up to its last `.` or `[`, selects.
    static func paths(_ word: String, in state: JSON) -> [String] {
        let parent = String(word[..<(word.lastIndex { $0 == "." || $0 == "[" } ?? word.endIndex)])
        guard word.hasPrefix("$"), let values = try? StatePath(parsing: parent).values(in: state) else { return [] }
        if word == "$" { return ["$."] }
        var known: Set<String> = []
        return values.flatMap { value -> [String] in
            switch value {
            case .object(let object): object.members.map { parent + $0.key.pathSegment }
            case .array(let elements): elements.indices.map { "\(parent)[\($0)]" }
            default: []
            }
        }.filter { $0.hasPrefix(word) && known.insert($0).inserted }
    }
}
