import Testing
import TimelineTestSupport

@testable import TimelineKit
@testable import TimelineReplay

/// The counts of the end line, compared with the lines of the timeline.
struct LineCountsTests {
    private static func line(_ seq: Int, _ rest: String) -> String { #"{"seq":\#(seq),"at":\#(seq).000000,\#(rest)}"# }
    private static func state(_ seq: Int) -> String { line(seq, #""state":0"#) }
    private static func step(_ seq: Int) -> String { line(seq, #""action":0"#) }

    private static let start = [state(0), step(1)]
    private static let withSet = start + [line(2, #""set":0,"by":"t""#), step(3)]
    /// Each step of a gap may have been an action, or a state that was set.
    private static let withGap = start + [line(2, #""gap":{"through":4,"why":"full disk"}"#), state(4)]
    /// The number of snapshots before it is unknown.
    private static let withoutStart = [state(2), step(3)]
    /// A tool that cuts a file in two adds a snapshot to the second half, and may not count it.
    private static let withRepeat = start + [state(1), state(1)]

    @Test(
        arguments: [
            (start, 1, 1, nil), (start, 1, 3, "3 snapshots, but the timeline has 1"),
            (start + [state(1)], 1, 1, "1 snapshot, but the timeline has 2"),
            (withSet, 2, 1, nil), (withSet, 0, 1, "0 actions, but the timeline has 2"),
            (withSet, 1, 1, "1 action, but the timeline has 2"), (withSet, 3, 1, "3 actions, but the timeline has 2"),
            (withGap, 1, 2, nil), (withGap, 4, 2, nil),
            (withGap, 0, 2, "0 actions, but the timeline has 1, and 3 steps are missing"),
            (withGap, 5, 2, "5 actions, but the timeline has 1, and 3 steps are missing"),
            (withoutStart, 1, 1, nil), (withoutStart, 3, 9, nil),
            (withoutStart, 4, 1, "4 actions, but the timeline has 1, and 2 steps are missing"),
            (withoutStart, 1, 0, "0 snapshots, but the timeline has 1"),
            (withRepeat, 1, 2, nil), (withRepeat, 1, 3, nil), (withRepeat, 1, 1, "1 snapshot, but the timeline has 3"),
        ] as [([String], Int, Int, String?)])
    func aDifferenceIsDamage(lines: [String], actions: Int, snapshots: Int, reason: String?) throws {
        let last = try #require(lines.compactMap(Self.lastStep).last)
        let end = Self.line(last, #""end":{"actions":\#(actions),"snapshots":\#(snapshots)}"#)
        let expected = reason.map {
            "line \(lines.count + 2): the end line counts \($0); if the file was edited on purpose, correct the count "
                + "or remove this line"
        }
        // The first state shows whether the start is missing, as the number of the segment does.
        for segment in lines == Self.withoutStart ? [1, 2] : [1] {
            #expect(try damage(lines + [end], segment: segment) == (expected.map { [$0] } ?? []))
        }
    }

    private static func lastStep(_ line: String) throws -> Int? {
        switch try LineParser.parse(Array(line.utf8)) {
        case .step(let step): step.seq
        case .gap(let gap): gap.through
        default: nil
        }
    }

    private func damage(_ lines: [String], segment: Int = 1) throws -> [String] {
        let header =
            #"{"timeline":1,"session":"s","program":"p","version":"1","started":"2026-11-21T04:31:05Z","segment":"#
        let bytes = Array((["\(header)\(segment)}"] + lines).map { $0 + "\n" }.joined().utf8)
        return try Journal(bytes: bytes, name: "run").index.damage.map { "line \($0.line): \($0.reason)" }
    }

    /// Damaged lines are reported on their own, and are not counted.
    @Test func otherDamageIsReportedOnce() throws {
        let end = Self.line(1, #""end":{"actions":1,"snapshots":2}"#)
        #expect(try damage(Self.start + ["hello", end]) == [#"line 4: expected an object, found "h""#])
    }
}
