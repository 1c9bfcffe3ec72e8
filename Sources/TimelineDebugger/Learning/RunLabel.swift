/// Whether the app may be able to do a run, and under which circumstances that no recording has.
package struct RunLabel: Codable, Equatable, Sendable {
    /// False if the run is synthetic.
    package var isPossible = true
    /// Each with the index of its step, in their order.
    package var conditions: [Place] = []

    package struct Place: Codable, Equatable, Sendable {
        package let step: Int
        package let condition: RunCondition
    }

    static let synthetic = Int.max

    /// How many circumstances no recording has.
    var rank: Int { isPossible ? Set(conditions.map(\.condition).filter(\.isSearched)).count : Self.synthetic }
}

/// A circumstance of a step that no recording has: the app may be able to do the run all the same.
package enum RunCondition: Codable, Hashable, Sendable {
    /// An action of this type, as an index, with or while something: the index of the fact or of the relation.
    case state(type: Int, fact: Int)
    case value(type: Int, relation: Int)
    /// A result comes after an action that has always ended its work.
    case late(result: Int, cause: Int, after: Int)
    /// An effect's action of this type, where no recording has causes.
    case uncaused(type: Int)

    /// Whether a search prefers runs without it.
    var isSearched: Bool { if case .uncaused = self { false } else { true } }
}
