/// The texts that the actions of a run had so far, and the states in which they came. What a server answers often has the text that was
/// typed, or that was in the state when it was asked, also where no recording says what caused it.
struct SaidTexts {
    typealias Relation = LearnedConditions.Relation

    /// By the text: where it was, as relations of no field.
    private var places: [UInt64: Set<Relation>] = [:]

    /// - Parameter state: Before the action.
    mutating func add(_ type: Int, _ action: ValueFacts, in state: ValueFacts) {
        for (kind, values) in [(Relation.Kind.said, action.values), (.asked, state.values)] {
            for value in values.prefix(CommonFacts.valueLimit) where value.isText {
                places[value.hash, default: []].insert(Relation(field: 0, kind: kind, path: value.path, offset: type))
            }
        }
    }

    func relations(of action: ValueFacts) -> Set<Relation> {
        let found = action.values.filter(\.isText).flatMap { value in
            (places[value.hash] ?? []).map {
                Relation(field: value.path, kind: $0.kind, path: $0.path, offset: $0.offset)
            }
        }
        return Set(found)
    }

    /// Whether an action of the type `relation.offset`, or the state before one, had the text.
    func contains(_ text: UInt64, _ relation: Relation) -> Bool {
        let place = Relation(field: 0, kind: relation.kind, path: relation.path, offset: relation.offset)
        return places[text]?.contains(place) ?? false
    }
}
