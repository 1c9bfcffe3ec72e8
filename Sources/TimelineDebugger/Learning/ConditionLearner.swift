/// Learns conditions from recordings, one step after another: what holds in each case, and not in all states. Of results, what was seen less
/// than five times is no fact of states, and only equal values are related.
struct ConditionLearner {
    private typealias Relation = LearnedConditions.Relation

    /// Fewer cases than these show nothing.
    struct Least {
        var cases = 5
        /// Of a result whose value is a member of the element that it names.
        var keyed = 5
        /// For what its states have in common, but for short texts.
        var states = 1
    }

    private struct Relations {
        var count = 0
        var holding: Set<Relation> = []
        /// Of each field, the arrays that held its value once.
        var present: Set<Relation> = []
        /// Those of bounds that were reached, and of near numbers, those with values of other cases that are not near.
        var reached: Set<Relation> = []
        /// The least and the greatest number of each field.
        var ranges: [UInt64: ClosedRange<Int>] = [:]
        /// The different values of each field, up to a limit.
        var fields: [UInt64: Set<UInt64>] = [:]

        mutating func add(_ action: ValueFacts, _ found: () -> Set<Relation>, holds: (Relation) -> Bool) {
            holding = count == 0 ? found() : holding.filter(holds)
            for value in action.values where fields[value.path, default: []].count < 10_000 {
                fields[value.path, default: []].insert(value.hash)
            }
            count += 1
        }

        mutating func reach(_ action: ValueFacts, in state: ValueFacts) {
            for field in action.values {
                let range = ranges[field.path] ?? field.number...field.number
                ranges[field.path] = min(range.lowerBound, field.number)...max(range.upperBound, field.number)
                for value in state.values where value.number >= 0 {
                    let isFar = value.number - 1 > range.lowerBound || value.number < range.upperBound - 1
                    let kinds: [Relation.Kind] =
                        (value.number == field.number ? [.atMost, .atLeast] : []) + (isFar ? [.near] : [])
                    reached.formUnion(kinds.map { Relation(field: field.path, kind: $0, path: value.path) })
                }
                for element in state.elements where element.hash == field.hash {
                    present.insert(Relation(field: field.path, kind: .noElement, path: element.path))
                }
            }
        }

        /// - Parameter elements: All values of arrays: one may never be in an array at the time of this action.
        func relations(_ least: Least, _ elements: [UInt64: Set<UInt64>] = [:]) -> [Relation] {
            var found = holding.filter {
                switch $0.kind {
                case .atMost, .atLeast: reached.contains($0)
                // In few cases, small numbers are near by chance.
                case .near: count >= 40 && reached.contains($0)
                // What so few cases share may be chance.
                case .action, .before, .after:
                    count >= ($0.key == nil ? least.cases : least.keyed) || $0.offset == nil && $0.key == nil
                default: true
                }
            }
            for (field, values) in fields {
                for (path, all) in elements where values.isSubset(of: all) {
                    let relation = Relation(field: field, kind: .noElement, path: path)
                    if !present.contains(relation) { found.insert(relation) }
                }
            }
            // What is in the state was often said.
            let others = Set(found.filter { $0.kind == .equal || $0.kind == .element }.map(\.field))
            return found.filter {
                if $0.kind.isOfText, count < least.cases || others.contains($0.field) { return false }
                return $0.kind == .same || fields[$0.field]?.count ?? 0 > 1 || count < least.cases
            }.sorted {
                ($0.field, $0.kind.rawValue, $0.path, $0.offset ?? 0, $0.key?.path ?? 0, $0.key?.field ?? 0)
                    < ($1.field, $1.kind.rawValue, $1.path, $1.offset ?? 0, $1.key?.path ?? 0, $1.key?.field ?? 0)
            }
        }
    }

    private struct Work {
        let step: Int
        let type: Int
        let action, before, after: ValueFacts
        var awaited: Int
        var hasResult = false
        var came: Set<Int> = []
        var following: Set<Int> = []
        var passed: Set<Int> = []
        var between: Set<Int> = []
    }

    /// Actions after a cause that may have ended its work, and the most that it is followed for.
    private static let window = 40
    private static let longest = 1_000
    private static let numberLimit = 64

    private let types: [String]
    private let least: Least
    /// Of paths and short texts.
    var names: [UInt64: String] = [:]
    private var all = CommonFacts()
    private var states: [Int: CommonFacts] = [:]
    private var resultStates: [Int: CommonFacts] = [:]
    private var relations: [Int: Relations] = [:]
    /// Of results: which values of the state bound theirs, and which of its numbers are equal.
    private var bounds: [Int: Relations] = [:]
    /// The types of results that came after another one of their cause.
    private var followers: Set<Int> = []
    /// Numbers that are not equal in all states.
    private var unequal: Set<Relation> = []
    private var causeStates: [Int: (before: CommonFacts, after: CommonFacts)] = [:]
    private var causeRelations: [Int: [Int: Relations]] = [:]
    /// Of all causes of a result: from the states before and after them.
    private var stateRelations: [Int: Relations] = [:]
    private var firstRelations: [Int: [Int: Relations]] = [:]
    private var elements: [UInt64: Set<UInt64>] = [:]
    private var following: [Int: [Int: Int]] = [:]
    private var between: [Int: Set<Int>] = [:]
    /// The types of steps after which the work of a type was canceled.
    private var canceled: [Int: Set<Int>] = [:]
    private var work: [Work] = []
    private var said = SaidTexts()
    private var hasOrigins = false

    init(types: [String], least: Least = Least()) { (self.types, self.least) = (types, least) }

    /// A step that was reduced. `cause` is an earlier step of the same recording; `results` is nil for a type that has none. After the
    /// step, the work of those in `canceling` was canceled.
    mutating func add(
        _ step: Int, _ type: Int, from origin: String?, cause: Int?, results: Int?, canceling: [Int] = [],
        _ action: ValueFacts, before: ValueFacts, after: ValueFacts
    ) {
        if cause != nil || origin == "effect" { hasOrigins = true }
        all.add(before)
        for relation in bounds.values.flatMap(\.holding)
        where relation.kind == .same && !LearnedConditions.holds(relation, action, in: before) {
            unequal.insert(relation)
        }
        for one in before.elements where elements[one.path, default: []].count < 10_000 {
            elements[one.path, default: []].insert(one.hash)
        }
        if let cause {
            resultStates[type, default: CommonFacts()].add(before)
            if addResult(type, of: cause, action) { followers.insert(type) }
            bounds[type, default: Relations()].add(action) {
                Self.relations(of: action, in: before).filter(\.isBound).union(Self.equalNumbers(in: before))
            } holds: {
                LearnedConditions.holds($0, action, in: before)
            }
            bounds[type]?.reach(action, in: before)
        } else {
            states[type, default: CommonFacts()].add(before)
            var own = relations.removeValue(forKey: type) ?? Relations()
            own.add(action) {
                Self.relations(of: action, in: before).union(said.relations(of: action))
            } holds: {
                LearnedConditions.holds($0, action, in: before, isSaid: said.contains)
            }
            own.reach(action, in: before)
            relations[type] = own
        }
        said.add(type, action, in: before)
        for index in work.indices {
            if step - work[index].step < Self.window { work[index].following.insert(type) }
            work[index].passed.insert(type)
        }
        for one in work where canceling.contains(one.step) { canceled[one.type, default: []].insert(type) }
        let isOver = { (one: Work) in
            step - one.step >= Self.window && (one.awaited == 0 || step - one.step > Self.longest)
        }
        work.filter(isOver).forEach { end($0) }
        work.removeAll(where: isOver)
        if let results {
            work.append(Work(step: step, type: type, action: action, before: before, after: after, awaited: results))
        }
    }

    mutating func endRecording() {
        work.forEach { end($0) }
        work = []
        said = SaidTexts()
    }

    /// - Returns: Whether the cause had a result before.
    private mutating func addResult(_ type: Int, of cause: Int, _ values: ValueFacts) -> Bool {
        guard let index = work.firstIndex(where: { $0.step == cause }) else { return false }
        work[index].between = work[index].passed
        work[index].awaited -= 1
        let one = work[index]
        if !one.hasResult {
            causeStates[one.type, default: (CommonFacts(), CommonFacts())].before.add(one.before)
            causeStates[one.type]?.after.add(one.after)
        }
        work[index].hasResult = true
        let sources: [(Relation.Kind, ValueFacts)] = [
            (.action, one.action), (.before, one.before), (.after, one.after),
        ]
        func found() -> Set<Relation> {
            sources.reduce(into: []) { $0.formUnion(Relation.all(of: values, $1.0, in: $1.1)) }
        }
        func foundInStates() -> Set<Relation> { found().filter { $0.kind != .action } }
        func holds(_ relation: Relation) -> Bool {
            sources.contains { $0.0 == relation.kind && relation.holds(values, in: $0.1) }
        }
        causeRelations[one.type, default: [:]][type, default: Relations()].add(values, found, holds: holds)
        stateRelations[type, default: Relations()].add(values, foundInStates, holds: holds)
        if work[index].came.insert(type).inserted {
            firstRelations[one.type, default: [:]][type, default: Relations()].add(values, found, holds: holds)
        }
        return one.hasResult
    }

    private mutating func end(_ work: Work) {
        for type in work.following { following[work.type, default: [:]][type, default: 0] += 1 }
        between[work.type, default: []].formUnion(work.between)
    }

    private static func relations(of action: ValueFacts, in state: ValueFacts) -> Set<Relation> {
        var found: Set<Relation> = []
        for field in action.values {
            for value in state.values {
                let areNumbers = field.number >= 0 && value.number >= 0
                let kinds: [(Relation.Kind, holds: Bool)] = [
                    (.equal, value.hash == field.hash), (.near, field.isNear(value)),
                    (.index, areNumbers && value.traits.contains(.isFull) && field.number < value.number),
                    (.atMost, areNumbers && field.number <= value.number),
                    (.atLeast, areNumbers && field.number >= value.number),
                ]
                for (kind, holds) in kinds where holds {
                    found.insert(Relation(field: field.path, kind: kind, path: value.path))
                }
            }
            for element in state.elements where element.hash == field.hash {
                found.insert(Relation(field: field.path, kind: .element, path: element.path))
            }
        }
        return found
    }

    private static func equalNumbers(in state: ValueFacts) -> Set<Relation> {
        var found: Set<Relation> = []
        let numbers = state.values.filter { $0.number >= 0 }.prefix(numberLimit)
        for (index, one) in numbers.enumerated() {
            for other in numbers[..<index] where other.number == one.number {
                found.insert(Relation(field: one.path, kind: .same, path: other.path))
            }
        }
        return found
    }

    func learned() -> LearnedConditions {
        var learned = LearnedConditions(types: types)
        for (type, states) in states {
            learned.actions[type] = .init(
                count: states.count, facts: states.facts(beside: all, least),
                relations: relations[type]?.relations(least, elements) ?? [])
        }
        // What comes as the only result was decided when it was asked for. Of a type that has both, those with a cause are not looked at.
        for (type, bounds) in bounds where states[type] == nil && followers.contains(type) {
            let found = bounds.relations(least).filter { $0.kind != .same || unequal.contains($0) }
            learned.actions[type] = .init(
                count: bounds.count, facts: resultStates[type]?.facts(beside: all, least) ?? [], relations: found)
        }
        for (type, states) in causeStates {
            var causes = LearnedConditions.Causes(
                count: states.before.count, before: states.before.facts(beside: all, least),
                after: states.after.facts(beside: all, least))
            // What so few cases share may be chance.
            if causes.count < least.cases { (causes.before, causes.after) = ([], []) }
            for (result, relations) in causeRelations[type] ?? [:] {
                // Of a cause with few results, what is so for all causes of them.
                let pool = relations.count < least.cases ? stateRelations[result] : nil
                causes.relations[result] = relations.relations(least) + (pool?.relations(least) ?? [])
            }
            for (result, relations) in firstRelations[type] ?? [:] {
                causes.firsts[result] = relations.relations(least).filter {
                    causes.relations[result]?.contains($0) != true
                }
            }
            let ends = (following[type] ?? [:]).filter { $1 >= least.cases && resultStates[$0] == nil }
            causes.cancels = canceled[type, default: []].subtracting(between[type] ?? [])
            causes.endings = causes.cancels.union(ends.keys).subtracting(between[type] ?? [])
            learned.causes[type] = causes
        }
        let used = Set(
            learned.actions.values.flatMap(\.facts).flatMap { fact in
                (fact.texts ?? []) + (fact.mode.map { [$0.hash] } ?? [])
            })
        learned.names = names.filter { !$0.value.hasPrefix("\"") || used.contains($0.key) }
        learned.hasOrigins = hasOrigins
        return learned
    }
}
