/// The texts that the actions of a run had so far. What a server answers often has the text that was typed, also where no recording says
/// what caused it.
struct SaidTexts {
    private struct Place: Hashable {
        let type: Int
        let path: UInt64
    }

    private var places: [UInt64: Set<Place>] = [:]

    mutating func add(_ type: Int, _ action: ValueFacts) {
        for value in action.values where value.isText {
            places[value.hash, default: []].insert(Place(type: type, path: value.path))
        }
    }

    func relations(of action: ValueFacts) -> Set<LearnedConditions.Relation> {
        var found: Set<LearnedConditions.Relation> = []
        for value in action.values where value.isText {
            for place in places[value.hash] ?? [] {
                found.insert(.init(field: value.path, kind: .said, path: place.path, offset: place.type))
            }
        }
        return found
    }

    /// Whether an action of the type `relation.offset` had the text.
    func contains(_ text: UInt64, _ relation: LearnedConditions.Relation) -> Bool {
        places[text]?.contains(Place(type: relation.offset ?? -1, path: relation.path)) ?? false
    }
}
