/// Sets behind types that encode them themselves: `tags` passes its encoder on, and `marks` encodes one after the other.
public struct WordsState: CaseState {
    struct Passing<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
        init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    struct Marks: Codable, Equatable, Sendable {
        var words: Set<String> = []
        var isOpen = false

        init() {}
        init(from decoder: any Decoder) throws { words = try Set([String](from: decoder)) }
        func encode(to encoder: any Encoder) throws { try Array(words).encode(to: encoder) }
    }

    public enum Action: Codable, Sendable { case tag(String), mark(String), tap }

    public static let program = "words"
    var tags = Passing<Set<String>>([])
    var marks = Marks()
    var n = 0

    public init() {}

    public mutating func reduce(_ action: Action) {
        switch action {
        case .tag(let word): tags.value.insert(word)
        case .mark(let word): marks.words.insert(word)
        case .tap: n += 1
        }
    }
}
