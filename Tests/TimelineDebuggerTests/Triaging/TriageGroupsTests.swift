import Testing

@testable import TimelineDebugger

struct TriageGroupsTests {
    private static func group(_ key: [String]?, _ rule: Rule = .crash("SIGILL"), alsoBroken: [String] = [])
        -> TriageGroup
    {
        TriageGroup(
            .init(program: "shop", .bug(rule), key: key, culprit: key?.last ?? "z"), session: "s",
            .init(started: "", version: ""), steps: 1, file: "f", alsoBroken: alsoBroken)
    }

    private static func joined(
        _ groups: [TriageGroup], by isSame: (_ one: [String], _ other: [String]) -> Bool
    ) -> [[[String]?]] {
        var all = TriageGroups()
        for group in groups { all.add(group) }
        return all.joined { isSame($0.id.key ?? [], $1.id.key ?? []) }.map { bug in
            [bug.group.id.key] + bug.others.map(\.id.key)
        }
    }

    @Test func groupsOfOneRuleAreJoinedToTheOneWithTheShortestKey() {
        let groups = [
            Self.group(["c", "a", "b"]), Self.group(["a", "b"]), Self.group(["b"]), Self.group(["x", "y"]),
            Self.group(["d", "a", "b"], .invariant("i")),
        ]
        let joined = Self.joined(groups) { one, other in one.last == other.last }
        #expect(joined == [[["a", "b"], ["c", "a", "b"], ["b"]], [["x", "y"]], [["d", "a", "b"]]])
    }

    @Test func rulesThatOneStateBreaksTogetherAreOne() {
        let groups = [
            Self.group(["a", "b"], .invariant("i")), Self.group(["c", "b"], .invariant("h"), alsoBroken: ["i"]),
        ]
        #expect(Self.joined(groups) { _, _ in true } == [[["a", "b"], ["c", "b"]]])
    }

    @Test func aGroupWithoutAKeyIsNotJoined() {
        #expect(Self.joined([Self.group(nil), Self.group(["z"])]) { _, _ in true } == [[nil], [["z"]]])
    }
}
