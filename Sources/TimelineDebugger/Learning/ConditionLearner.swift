internal import TimelineJSON

/// Learns conditions from recordings, one step after another: what holds in each case, and not in all states. Of results, what was seen less
/// than five times is no fact of states, and only equal values are related.
struct ConditionLearner {
    private typealias Relation = LearnedConditions.Relation
    private typealias Traits = ValueFacts.Traits

    /// What holds in all cases of something.
    private struct Always {
        var count = 0
        var traits: [UInt64: Traits] = [:]
        /// The numbers at a path: the least and the greatest, and how often they were seen.
        var ranges: [UInt64: (least: Int, atLeast: Int, most: Int, atMost: Int)] = [:]

        /// The texts at a path, up to a limit.
        var texts: [UInt64: Set<UInt64>] = [:]

        private static let textLimit = 9

        mutating func add(_ state: ValueFacts) {
            var found: [UInt64: Traits] = [:]
            for value in state.values {
                if value.number < 0, value.traits.contains(.isFull), texts[value.path]?.count ?? 0 < Self.textLimit {
                    texts[value.path, default: []].insert(value.hash)
                }
                found[value.path, default: value.traits].formIntersection(value.traits)
                guard case let number = value.number, number >= 0 else { continue }
                var range = ranges[value.path] ?? (number, 0, number, 0)
                if number < range.least { (range.least, range.atLeast) = (number, 0) }
                if number > range.most { (range.most, range.atMost) = (number, 0) }
                if number == range.least { range.atLeast += 1 }
                if number == range.most { range.atMost += 1 }
                ranges[value.path] = range
            }
            for (path, traits) in traits { self.traits[path] = traits.intersection(found[path] ?? .isNil) }
            for (path, traits) in found where self.traits[path] == nil {
                self.traits[path] = count == 0 ? traits : traits.intersection(.isNil)
            }
            count += 1
        }

        /// Those of `all` that are not so everywhere.
        func facts(beside all: Always, _ least: Int) -> [LearnedConditions.Fact] {
            return all.traits.sorted { $0.key < $1.key }.flatMap { path, everywhere in
                // A path that none of these states has is nil in all of them.
                let special = (traits[path] ?? .isNil).subtracting(everywhere)
                var facts = (0..<8).map { Traits(rawValue: 1 << $0) }.filter(special.contains)
                    .map { LearnedConditions.Fact(path: path, traits: $0) }
                if let one = ranges[path], let whole = all.ranges[path], special.isDisjoint(with: [.isZero, .isEmpty]) {
                    // A number that is seldom reached says nothing.
                    if one.least > max(1, whole.least), whole.atLeast >= least {
                        facts.append(.init(path: path, least: one.least))
                    }
                    if one.most < whole.most, whole.atMost >= least { facts.append(.init(path: path, most: one.most)) }
                }
                if let one = texts[path], let whole = all.texts[path], whole.count < Self.textLimit,
                    one.count < whole.count
                {
                    let mayBeEmpty = traits[path]?.contains(.isFull) != true
                    facts.append(.init(path: path, texts: one.sorted(), mayBeEmpty: mayBeEmpty ? true : nil))
                }
                return facts
            }
        }
    }

    /// Fewer cases than these show nothing.
    struct Least {
        var cases = 5
        /// Of a result whose value is a member of the element that it names.
        var keyed = 5
        /// Of an action without a cause.
        var actions = 1
    }

    private struct Relations {
        var count = 0
        var holding: Set<Relation> = []
        /// Of each field, the arrays that held its value once.
        var present: Set<Relation> = []
        /// Those of bounds that were reached.
        var reached: Set<Relation> = []
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
                for value in state.values where value.number >= 0 && value.number == field.number {
                    reached.insert(Relation(field: field.path, kind: .atMost, path: value.path))
                    reached.insert(Relation(field: field.path, kind: .atLeast, path: value.path))
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
            return found.filter {
                $0.kind == .same || fields[$0.field]?.count ?? 0 > 1 || count < least.cases
            }.sorted {
                ($0.field, $0.kind.rawValue, $0.path, $0.offset ?? 0, $0.key?.path ?? 0, $0.key?.field ?? 0)
                    < ($1.field, $1.kind.rawValue, $1.path, $1.offset ?? 0, $1.key?.path ?? 0, $1.key?.field ?? 0)
            }
        }
    }

    private struct Work {
        let step: Int
        let type: Int
        let action: ValueFacts
        let before: ValueFacts
        let after: ValueFacts
        /// The results that have not come yet.
        var awaited: Int
        var hasResult = false
        /// The types of results that came.
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
    private var all = Always()
    private var states: [Int: Always] = [:]
    private var relations: [Int: Relations] = [:]
    /// Of results: which values of the state bound theirs, and which of its numbers are equal.
    private var bounds: [Int: Relations] = [:]
    /// The types of results that came after another one of their cause.
    private var followers: Set<Int> = []
    /// Numbers that are not equal in all states.
    private var unequal: Set<Relation> = []
    private var causeStates: [Int: (before: Always, after: Always)] = [:]
    private var causeRelations: [Int: [Int: Relations]] = [:]
    private var firstRelations: [Int: [Int: Relations]] = [:]
    private var elements: [UInt64: Set<UInt64>] = [:]
    private var following: [Int: [Int: Int]] = [:]
    private var between: [Int: Set<Int>] = [:]
    private var work: [Work] = []
    private var resultTypes: Set<Int> = []
    private var hasOrigins = false

    init(types: [String], least: Least = Least()) { (self.types, self.least) = (types, least) }

    /// A step that was reduced. `cause` is an earlier step of the same recording; `results` is nil for a type that has none.
    mutating func add(
        _ step: Int, _ type: Int, from origin: String?, cause: Int?, results: Int?, _ action: ValueFacts,
        before: ValueFacts, after: ValueFacts
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
            resultTypes.insert(type)
            if addResult(type, of: cause, action) { followers.insert(type) }
            bounds[type, default: Relations()].add(action) {
                Self.relations(of: action, in: before).filter(\.isBound).union(Self.equalNumbers(in: before))
            } holds: {
                LearnedConditions.holds($0, action, in: before)
            }
            bounds[type]?.reach(action, in: before)
        } else {
            states[type, default: Always()].add(before)
            relations[type, default: Relations()].add(action) {
                Self.relations(of: action, in: before)
            } holds: {
                LearnedConditions.holds($0, action, in: before)
            }
            relations[type]?.reach(action, in: before)
        }
        for index in work.indices {
            if step - work[index].step < Self.window { work[index].following.insert(type) }
            work[index].passed.insert(type)
        }
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
    }

    /// - Returns: Whether the cause had a result before.
    private mutating func addResult(_ type: Int, of cause: Int, _ values: ValueFacts) -> Bool {
        guard let index = work.firstIndex(where: { $0.step == cause }) else { return false }
        work[index].between = work[index].passed
        work[index].awaited -= 1
        let one = work[index]
        if !one.hasResult {
            causeStates[one.type, default: (Always(), Always())].before.add(one.before)
            causeStates[one.type]?.after.add(one.after)
        }
        work[index].hasResult = true
        let sources: [(Relation.Kind, ValueFacts)] = [
            (.action, one.action), (.before, one.before), (.after, one.after),
        ]
        func found() -> Set<Relation> {
            sources.reduce(into: []) { $0.formUnion(Relation.all(of: values, $1.0, in: $1.1)) }
        }
        func holds(_ relation: Relation) -> Bool {
            sources.contains { $0.0 == relation.kind && relation.holds(values, in: $0.1) }
        }
        causeRelations[one.type, default: [:]][type, default: Relations()].add(values, found, holds: holds)
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
                if value.hash == field.hash {
                    found.insert(Relation(field: field.path, kind: .equal, path: value.path))
                }
                if field.number < 0 || value.number < 0 { continue }
                if value.traits.contains(.isFull), field.number < value.number {
                    found.insert(Relation(field: field.path, kind: .index, path: value.path))
                }
                if field.number <= value.number {
                    found.insert(Relation(field: field.path, kind: .atMost, path: value.path))
                }
                if field.number >= value.number {
                    found.insert(Relation(field: field.path, kind: .atLeast, path: value.path))
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
        for (type, states) in states where states.count >= least.actions {
            learned.actions[type] = .init(
                count: states.count, facts: states.facts(beside: all, least.cases),
                relations: relations[type]?.relations(least, elements) ?? [])
        }
        // What comes as the only result was decided when it was asked for. Of a type that has both, those with a cause are not looked at.
        for (type, bounds) in bounds
        where states[type] == nil && followers.contains(type) && bounds.count >= least.cases {
            let found = bounds.relations(least).filter { $0.kind != .same || unequal.contains($0) }
            learned.actions[type] = .init(count: bounds.count, relations: found)
        }
        for (type, states) in causeStates {
            var causes = LearnedConditions.Causes(
                count: states.before.count, before: states.before.facts(beside: all, least.cases),
                after: states.after.facts(beside: all, least.cases))
            // What so few cases share may be chance.
            if causes.count < least.cases { (causes.before, causes.after) = ([], []) }
            for (result, relations) in causeRelations[type] ?? [:] {
                causes.relations[result] = relations.relations(least)
            }
            for (result, relations) in firstRelations[type] ?? [:] {
                causes.firsts[result] = relations.relations(least).filter {
                    causes.relations[result]?.contains($0) != true
                }
            }
            let ends = (following[type] ?? [:]).filter {
                $1 >= least.cases && !resultTypes.contains($0) && between[type]?.contains($0) != true
            }
            causes.endings = Set(ends.keys)
            learned.causes[type] = causes
        }
        let used = Set(learned.actions.values.flatMap(\.facts).flatMap { $0.texts ?? [] })
        learned.names = names.filter { !$0.value.hasPrefix("\"") || used.contains($0.key) }
        learned.hasOrigins = hasOrigins
        return learned
    }
}
