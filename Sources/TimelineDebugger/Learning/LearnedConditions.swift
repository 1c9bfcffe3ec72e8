internal import TimelineKit
internal import TimelineReplay

/// What recordings show of when actions come and which values they have. Nothing else is asked of a run that is called possible.
///
/// Of the results of a cause: which of their values equal those of the cause, or of the state before or just after it; which are bounded by
/// values of the state in which they come; and what is true of the state before a cause that has results. Of actions without a cause: what is true of the states in which they come, and which of
/// their values equal values of the state, are elements or indexes of an array, are within 1 of a number, or are texts that an earlier action had.
package struct LearnedConditions: Codable, Sendable {
    struct Fact: Codable, Hashable {
        let path: UInt64
        var traits: ValueFacts.Traits = []
        /// Of a number, or of the count of an array.
        var least, most: Int?
        /// The hashes of all texts that were seen.
        var texts: [UInt64]?
        /// With texts: it was empty or missing, too.
        var mayBeEmpty: Bool?
        /// It is one where this text or number is this one.
        var mode: Mode?

        struct Mode: Codable, Hashable {
            let path, hash: UInt64
            /// -1 for a text.
            let number: Int
        }
    }

    struct Relation: Codable, Hashable {
        enum Kind: String, Codable {
            // Of a result.
            case action, before, after
            // Of an action without a cause.
            case equal, element, index, noElement, atMost, atLeast
            /// One number more or less, or the same.
            case near
            /// Of a text: an earlier action had it, of the type that `offset` is the index of; or the state before one.
            case said, asked
            /// Of two numbers of the state.
            case same

            var isOfText: Bool { self == .said || self == .asked }
        }

        let field: UInt64
        let kind: Kind
        var isBound: Bool { kind == .atMost || kind == .atLeast }
        /// Of a value of the action or of the state; with a `key`, of a member of an element of an array.
        let path: UInt64
        /// What the number at the field has more than that at the path; nil for equal values.
        var offset: Int?
        var key: Key?

        /// Of the element: its member at `path` is the value of this field.
        struct Key: Codable, Hashable {
            let field: UInt64
            let path: UInt64
        }

        /// Whether a result has its value from there.
        func holds(_ values: ValueFacts, in source: ValueFacts) -> Bool {
            let value = values[field]
            func isSame(_ hash: UInt64?, _ number: Int) -> Bool {
                offset.map { value?.number == number + $0 && number >= 0 } ?? (value?.hash == hash)
            }
            guard let key else { return isSame(source[path]?.hash, source[path]?.number ?? -1) }
            guard let wanted = values[key.field]?.hash else { return false }
            return source.elements.contains { one in
                one.path == key.path && one.hash == wanted
                    && source.elements.contains {
                        $0.owner == one.owner && $0.path == path && isSame($0.hash, $0.number)
                    }
            }
        }

        /// All that hold for a result.
        static func all(of values: ValueFacts, _ kind: Kind, in source: ValueFacts) -> Set<Relation> {
            var found: Set<Relation> = []
            func add(_ field: ValueFacts.Value, _ path: UInt64, _ hash: UInt64, _ number: Int, _ key: Key? = nil) {
                if field.hash == hash { found.insert(Relation(field: field.path, kind: kind, path: path, key: key)) }
                if field.number >= 0, number >= 0, field.hash != hash {
                    found.insert(
                        Relation(field: field.path, kind: kind, path: path, offset: field.number - number, key: key))
                }
            }
            for field in values.values {
                for value in source.values { add(field, value.path, value.hash, value.number) }
                for key in values.values where key.path != field.path {
                    for one in source.elements where one.hash == key.hash {
                        for other in source.elements where other.owner == one.owner && other.path != one.path {
                            add(
                                field, other.path, other.hash, other.number,
                                Key(field: key.path, path: one.path))
                        }
                    }
                }
            }
            return found
        }
    }

    struct Actions: Codable {
        var count = 0
        var facts: [Fact] = []
        var relations: [Relation] = []
    }

    struct Causes: Codable {
        var count = 0
        /// Of the states before and just after it.
        var before: [Fact] = []
        var after: [Fact] = []
        /// By the types of the results, and those of the first of each type alone.
        var relations: [Int: [Relation]] = [:]
        var firsts: [Int: [Relation]] = [:]
        /// The types of actions after which no result came, though they often came after the cause.
        var endings: Set<Int> = []
        /// Of these, those that were recorded to cancel it.
        var cancels: Set<Int> = []
    }

    /// The types of actions; their indexes are those of the corpus.
    let types: [String]
    var actions: [Int: Actions] = [:]
    var causes: [Int: Causes] = [:]
    /// Recordings tell users' actions from others.
    var hasOrigins = false
    /// Of paths, such as `.results` in the state, and of texts in facts, such as `"running"`.
    var names: [UInt64: String] = [:]

    // MARK: - Judging

    /// Whether circumstances of an action without a cause count: a program that says which actions the app offers speaks for its users alone.
    func limits(_ origin: String?, isChecked: Bool) -> Bool { !isChecked || !hasOrigins || origin == "effect" }

    /// The circumstances of an action that no recording has. Of a result, these are bounds of its values.
    /// - Parameter isSaid: Whether an earlier action had a text as a relation says.
    func unseen(
        _ type: Int, _ action: ValueFacts, in state: ValueFacts, isSaid: (UInt64, Relation) -> Bool
    ) -> [RunCondition] {
        guard let learned = actions[type] else { return [] }
        var unseen: [RunCondition] = []
        for (index, fact) in learned.facts.enumerated() where !Self.holds(fact, in: state) {
            unseen.append(.state(type: type, fact: index))
        }
        for (index, relation) in learned.relations.enumerated()
        where !Self.holds(relation, action, in: state, isSaid: isSaid) {
            unseen.append(.value(type: type, relation: index))
        }
        return unseen
    }

    /// Whether a cause has results between these states.
    func hasResults(_ type: Int, before: ValueFacts, after: ValueFacts) -> Bool {
        guard let learned = causes[type] else { return true }
        return learned.before.allSatisfy { Self.holds($0, in: before) }
            && learned.after.allSatisfy { Self.holds($0, in: after) }
    }

    /// What a result has from its cause.
    func relations(of result: Int, isFirst: Bool, _ cause: Int) -> [Relation] {
        (causes[cause]?.relations[result] ?? []) + (isFirst ? causes[cause]?.firsts[result] ?? [] : [])
    }

    func fits(
        _ result: Int, _ values: ValueFacts, isFirst: Bool, _ cause: Int, _ action: ValueFacts, before: ValueFacts,
        after: ValueFacts
    ) -> Bool {
        relations(of: result, isFirst: isFirst, cause).allSatisfy { relation in
            relation.holds(values, in: relation.kind == .action ? action : relation.kind == .before ? before : after)
        }
    }

    static func holds(_ fact: Fact, in state: ValueFacts) -> Bool {
        if let mode = fact.mode, state[mode.path]?.hash != mode.hash { return true }
        guard fact.traits.isEmpty else { return state.traits(at: fact.path).contains(fact.traits) }
        if let texts = fact.texts {
            guard let value = state[fact.path], value.traits.contains(.isFull) else { return true }
            return texts.contains(value.hash)
        }
        guard let number = state[fact.path]?.number, number >= 0 else { return true }
        return number >= fact.least ?? 0 && number <= fact.most ?? .max
    }

    static func holds(
        _ relation: Relation, _ action: ValueFacts, in state: ValueFacts,
        isSaid: (UInt64, Relation) -> Bool = { _, _ in true }
    ) -> Bool {
        if relation.kind == .same { return state[relation.field]?.number == state[relation.path]?.number }
        guard let field = action[relation.field] else { return false }
        return switch relation.kind {
        case .equal: state[relation.path]?.hash == field.hash
        case .element: state.contains(field.hash, at: relation.path)
        case .noElement: !state.contains(field.hash, at: relation.path)
        case .index: field.number >= 0 && field.number < state[relation.path]?.number ?? 0
        case .atMost: field.number <= state[relation.path]?.number ?? -1
        case .atLeast: field.number >= state[relation.path]?.number ?? .max
        case .near: state[relation.path].map { field.isNear($0) } ?? false
        case .said, .asked: !field.isText || isSaid(field.hash, relation)
        case .action, .before, .after, .same: true
        }
    }

    // MARK: - Text

    /// `rowTapped can come while $.results is empty: never in 118`.
    package func text(of condition: RunCondition) -> String {
        switch condition {
        case .state(let type, let index):
            guard let fact = actions[type]?.facts[index] else { return "" }
            let what =
                fact.least.map { "is below \($0)" } ?? fact.most.map { "is above \($0)" }
                ?? (fact.texts == nil ? Self.opposite(fact.traits) : others(fact))
            let mode = fact.mode.map { "\(state($0.path)) is \(text(of: $0)) and " } ?? ""
            return "\(types[type]) can come while \(mode)\(state(fact.path)) \(what): \(count(type))"
        case .value(let type, let index):
            guard let relation = actions[type]?.relations[index] else { return "" }
            let prefix = "." + types[type].replacing(ActionLabel.separator, with: ".")
            let field = (names[relation.field] ?? "").trimmingPrefix(prefix).drop { $0 == "." }
            let path = state(relation.path)
            if relation.kind == .same {
                return "\(types[type]) can come while \(state(relation.field)) is not \(path): \(count(type))"
            }
            let what =
                switch relation.kind {
                case .element: "is not in \(path)"
                case .noElement: "is in \(path)"
                case .index: "is no index of \(path)"
                case .atMost: "is above \(path)"
                case .atLeast: "is below \(path)"
                case .near: "is not within 1 of \(path)"
                case .said: "is none that an earlier \(types[relation.offset ?? 0]) had"
                case .asked: "is none that \(path) had when \(types[relation.offset ?? 0]) came"
                default: "is not \(path)"
                }
            return "\(types[type]) can come while its \(field.isEmpty ? "value" : field) \(what): \(count(type))"
        case .uncaused(let type): return "\(types[type]) can come then: no recording says what caused one"
        case .late(let result, let cause, let after):
            let count = causes[cause]?.count ?? 0
            return "\(types[result]), a result of \(types[cause]), can come after \(types[after]): never in \(count)"
        }
    }

    /// `is none of "paused", "running"`.
    private func others(_ fact: Fact) -> String {
        let texts = fact.texts ?? []
        let known = texts.compactMap { names[$0] }.sorted()
        if known.isEmpty || known.count < texts.count { return "has another text than in recordings" }
        let what = "\(known.count == 1 ? "not" : "none of") \(known.joined(separator: ", "))"
        return fact.mayBeEmpty == true ? "is set, and \(what)" : "is \(what)"
    }

    func text(of mode: Fact.Mode) -> String { mode.number < 0 ? names[mode.hash] ?? "the same" : "\(mode.number)" }

    private func count(_ type: Int) -> String { "never in \(actions[type]?.count ?? 0)" }

    private func state(_ path: UInt64?) -> String { "$" + (path.flatMap { names[$0] } ?? "") }

    /// What a state is that lacks the first of the traits.
    private static func opposite(_ traits: ValueFacts.Traits) -> String {
        switch traits {
        case .isNil: "is set"
        case .isTrue: "is false"
        case .isFalse: "is true"
        case .isEmpty: "is not empty"
        case .isFull: "is empty"
        case .isZero: "is not 0"
        case .isNotZero: "is 0"
        default: "is null"
        }
    }
}
