/// What all states have in common in which something comes.
struct CommonFacts {
    typealias Fact = LearnedConditions.Fact
    private typealias Traits = ValueFacts.Traits

    /// At each path.
    private struct CommonTraits {
        var count = 0
        var traits: [UInt64: Traits] = [:]

        mutating func add(_ found: [UInt64: Traits]) {
            for (path, traits) in traits { self.traits[path] = traits.intersection(found[path] ?? .isNil) }
            for (path, traits) in found where self.traits[path] == nil {
                self.traits[path] = count == 0 ? traits : traits.intersection(.isNil)
            }
            count += 1
        }

        /// A path that none of these states has is nil in all of them.
        func special(at path: UInt64, beside all: CommonTraits) -> Traits {
            (traits[path] ?? .isNil).subtracting(all.traits[path] ?? [])
        }

        func facts(at path: UInt64, beside all: CommonTraits) -> [Fact] {
            let special = special(at: path, beside: all)
            return (0..<8).map { Traits(rawValue: 1 << $0) }.filter(special.contains).map {
                .init(path: path, traits: $0)
            }
        }
    }

    private var common = CommonTraits()
    /// The numbers at a path: the least and the greatest, and how often they were seen.
    private var ranges: [UInt64: (least: Int, atLeast: Int, most: Int, atMost: Int)] = [:]
    /// The texts at a path, up to a limit.
    private var texts: [UInt64: Set<UInt64>] = [:]
    /// By the path of a text or a whole number, and by its values, up to a limit.
    private var modes: [UInt64: [UInt64: (number: Int, common: CommonTraits)]] = [:]

    private static let textLimit = 9
    /// A state with more values has no modes.
    static let valueLimit = 64

    var count: Int { common.count }

    mutating func add(_ state: ValueFacts) {
        var found: [UInt64: Traits] = [:]
        for value in state.values {
            if value.isText, texts[value.path]?.count ?? 0 < Self.textLimit {
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
        common.add(found)
        if state.values.count > Self.valueLimit { return }
        for value in state.values
        where !value.traits.isDisjoint(with: value.number < 0 ? .isFull : [.isZero, .isNotZero])
            && modes[value.path]?.count ?? 0 < Self.textLimit
        {
            modes[value.path, default: [:]][value.hash, default: (value.number, .init())].common.add(found)
        }
    }

    /// Those of `all` that are not so everywhere; and in a mode, of what does not come in all modes.
    func facts(beside all: CommonFacts, _ least: ConditionLearner.Least) -> [Fact] {
        let always: [Fact] = all.common.traits.keys.sorted().flatMap { self.facts(at: $0, beside: all, least) }
        var facts = always
        for (path, own) in modes.sorted(by: { $0.key < $1.key }) {
            guard let others = all.modes[path], others.count < Self.textLimit,
                others.contains(where: { $1.common.count >= least.cases && own[$0] == nil })
            else { continue }
            for (hash, mode) in own.sorted(by: { $0.key < $1.key })
            where mode.common.count >= max(least.cases, least.states) {
                guard let other = others[hash]?.common else { continue }
                for one in other.traits.keys.sorted().flatMap({ mode.common.facts(at: $0, beside: other) })
                where !always.contains(one) {
                    facts.append(one)
                    facts[facts.count - 1].mode = .init(path: path, hash: hash, number: mode.number)
                }
            }
        }
        return count >= least.states ? facts : facts.filter { $0.texts != nil }
    }

    private func facts(at path: UInt64, beside all: CommonFacts, _ least: ConditionLearner.Least) -> [Fact] {
        var facts = common.facts(at: path, beside: all.common)
        if let one = ranges[path], let whole = all.ranges[path],
            common.special(at: path, beside: all.common).isDisjoint(with: [.isZero, .isEmpty])
        {
            // A number that is seldom reached says nothing.
            if one.least > max(1, whole.least), whole.atLeast >= least.cases {
                facts.append(.init(path: path, least: one.least))
            }
            if one.most < whole.most, whole.atMost >= least.cases { facts.append(.init(path: path, most: one.most)) }
        }
        if let one = texts[path], let whole = all.texts[path], whole.count < Self.textLimit,
            one.count < whole.count
        {
            let mayBeEmpty = common.traits[path]?.contains(.isFull) != true
            facts.append(.init(path: path, texts: one.sorted(), mayBeEmpty: mayBeEmpty ? true : nil))
        }
        return facts
    }
}
