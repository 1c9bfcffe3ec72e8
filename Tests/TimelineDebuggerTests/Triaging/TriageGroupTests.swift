import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineDebugger

struct TriageGroupTests {
    private static func group(
        _ answer: TriageGroup.Answer = .bug(.invariant("stock is never negative")), key: [String]? = ["added", "sold"],
        session: String = "a", started: String = "2026-11-21T04:31:05Z", version: String = "1.4.0", steps: Int = 7,
        file: String = "a.jsonl", alsoBroken: [String] = [], reason: String? = nil, shortest: String = ""
    ) -> TriageGroup {
        TriageGroup(
            .init(program: "shop", answer, key: key, culprit: key?.last ?? "sold"), session: session,
            .init(started: started, version: version), steps: steps, file: file, alsoBroken: alsoBroken, reason: reason,
            shortest: Array(shortest.utf8))
    }

    @Test func aGroupIsTheSumOfItsTimelines() throws {
        var group = Self.group(steps: 7, file: "b.jsonl", reason: "why", shortest: "{\"b\":1}\n{\"c\":2}\n")
        group.merge(
            Self.group(
                session: "b", started: "2026-11-24T10:00:00Z", version: "1.5.0", steps: 5, file: "c.jsonl",
                alsoBroken: ["x"], shortest: "{\"a\":0}\n"))
        group.merge(
            Self.group(session: "a", started: "2026-11-20T10:00:00Z", version: "1.3.0", steps: 9, file: "a.jsonl"))
        var object = group.json
        // Hashes of a and b.
        #expect(object["sessions"]?.array?.count == 2)
        object["sessions"] = nil
        #expect(
            JSON.object(object).description == """
                {"triage":2,"program":"shop","rule":{"invariant":"stock is never negative"},"key":["added","sold"],\
                "culprit":"sold","count":3,"first":{"started":"2026-11-20T10:00:00Z","version":"1.3.0"},\
                "last":{"started":"2026-11-24T10:00:00Z","version":"1.5.0"},"steps":[5,9],"file":"c.jsonl",\
                "alsoBroken":["x"],"case":[{"a":0}]}
                """)
    }

    @Test func groupsAreTheSameInAnyOrderAndPartsAndAfterBeingPrinted() throws {
        var seed = Seed()
        print("\(seed)")
        let answers: [TriageGroup.Answer] = [
            .bug(.invariant("a")), .bug(.condition("$.b < 0")), .bug(.crash("SIGILL")), .nothing, .unknown,
        ]
        let all = (0..<200).map { number in
            Self.group(
                answers.randomElement(using: &seed)!, key: [nil, ["x"], ["x", "y"]].randomElement(using: &seed)!,
                session: "\(Int.random(in: 0..<120, using: &seed))",
                started: "2026-11-\(Int.random(in: 10..<30, using: &seed))", version: "\(number % 3)",
                steps: Int.random(in: 0..<9, using: &seed), file: "\(number % 7)",
                alsoBroken: Bool.random(using: &seed) ? ["\(number % 2)"] : [],
                shortest: Bool.random(using: &seed) ? "{\"n\":\(number % 5)}\n" : "")
        }
        func lines(_ groups: TriageGroups) -> [String] { groups.sorted.map { JSON.object($0.json).description } }
        var whole = TriageGroups()
        for group in all { whole.add(group) }
        let shuffled = all.shuffled(using: &seed)
        var merged = TriageGroups()
        for part in [shuffled.prefix(50), shuffled.dropFirst(50)] {
            var groups = TriageGroups()
            for group in part { groups.add(group) }
            for line in lines(groups) {
                let object = try #require(try JSON(parsing: Array(line.utf8)).object)
                merged.add(try TriageGroup(object))
            }
        }
        #expect(lines(merged) == lines(whole))
    }

    @Test func aLineOfAnotherFormSaysWhatIsExpected() throws {
        let good = Self.group().json
        let changes: [(key: String, value: JSON?, reason: String)] = [
            ("triage", 1, "\"triage\" is 1, of an earlier version of Timeline: triage these timelines again"),
            ("triage", 3, "\"triage\" should be 2, the version of the format, and is a number"),
            ("triage", nil, "\"triage\" should be 2, the version of the format, and is missing"),
            ("program", 3, "\"program\" should be a string, and is a number"),
            (
                "rule", .members(["rule": "x"]),
                "\"rule\" should be {\"invariant\":…}, {\"condition\":…}, {\"change\":…}, {\"signal\":…}, \"nothing\" or \"unknown\", and is an object"
            ),
            ("key", ["a", 1], "\"key\" should be an array of strings, and is an array"),
            ("count", 0, "\"count\" should be a number from 1 to 2^53, and is a number"),
            (
                "sessions", [3, 2],
                "\"sessions\" should be 1 to 256 numbers from 0 to 2^53, in ascending order, and is an array"
            ),
            ("first", nil, "\"first\" should be {\"started\":…,\"version\":…}, and is missing"),
            ("steps", [3, 2], "\"steps\" should be two numbers from 0 to 2^53, the lesser first, and is an array"),
        ]
        for (key, value, reason) in changes {
            var object = good
            object[key] = value
            #expect(throws: TriageGroup.FormatError(reason: reason)) { try TriageGroup(object) }
        }
    }

    @Test func distinctTextsAreCountedExactlyUpTo255AndThenWithinAFewPercent() {
        var count = DistinctCount(of: "0")
        for number in 0..<510 { count.formUnion(DistinctCount(of: "\(number % 255)")) }
        #expect(count.value == 255 && count.isExact)
        for number in 0..<5_000 { count.formUnion(DistinctCount(of: "\(number)")) }
        #expect(!count.isExact && abs(count.value - 5_000) < 1_000, "\(count.value)")
    }
}
