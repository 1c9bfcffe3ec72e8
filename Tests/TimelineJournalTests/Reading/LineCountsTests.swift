import TestSupport
import Testing

import TimelineDebugger
@testable import TimelineJournal
import TimelineSystem

/// The counts of the end line, compared with the lines of the timeline.
struct LineCountsTests {
    private static let header =
        #"{"timeline":1,"session":"s","program":"p","version":"1","started":"2026-11-21T04:31:05Z","segment":1}"#
    private static let edited = "if the file was edited on purpose, correct the count or remove this line"

    private static func state(_ seq: Int) -> String { #"{"seq":\#(seq),"at":\#(seq).000000,"state":\#(seq)}"# }
    private static func step(_ seq: Int) -> String { #"{"seq":\#(seq),"at":\#(seq).000000,"action":\#(seq)}"# }
    private static func set(_ seq: Int) -> String { #"{"seq":\#(seq),"at":\#(seq).000000,"set":\#(seq),"by":"t"}"# }
    private static func gap(_ seq: Int, _ through: Int) -> String {
        #"{"seq":\#(seq),"at":\#(seq).000000,"gap":{"through":\#(through),"why":"full disk"}}"#
    }
    private static func end(_ seq: Int, _ actions: Int, _ snapshots: Int) -> String {
        #"{"seq":\#(seq),"at":\#(seq).000000,"end":{"actions":\#(actions),"snapshots":\#(snapshots)}}"#
    }

    /// The damage in a journal of a header and these lines.
    private func damage(_ lines: [String], header: String = Self.header) throws -> [String] {
        let bytes = Array(([header] + lines).map { $0 + "\n" }.joined().utf8)
        return try Journal(bytes: bytes, name: "run").index.damage.map { "line \($0.line): \($0.reason)" }
    }

    @Test func aMissingSnapshotIsDamage() throws {
        #expect(
            try damage([Self.state(0), Self.step(1), Self.end(1, 1, 3)]) == [
                "line 4: the end line counts 3 snapshots, but the timeline has 1; \(Self.edited)"
            ])
    }

    @Test func anUncountedSnapshotIsDamage() throws {
        #expect(
            try damage([Self.state(0), Self.step(1), Self.state(1), Self.end(1, 1, 1)]) == [
                "line 5: the end line counts 1 snapshot, but the timeline has 2; \(Self.edited)"
            ])
    }

    @Test func aMissingOrAddedActionIsDamage() throws {
        for (stated, what) in [(0, "0 actions"), (1, "1 action"), (3, "3 actions")] {
            #expect(
                try damage([Self.state(0), Self.step(1), Self.set(2), Self.step(3), Self.end(3, stated, 1)]) == [
                    "line 6: the end line counts \(what), but the timeline has 2; \(Self.edited)"
                ])
        }
    }

    @Test func setsAreNoActions() throws {
        #expect(try damage([Self.state(0), Self.step(1), Self.set(2), Self.step(3), Self.end(3, 2, 1)]) == [])
    }

    /// Each step of a gap may have been an action, or a state that was set.
    @Test func stepsOfAGapMayHaveBeenActions() throws {
        let lines = [Self.state(0), Self.step(1), Self.gap(2, 4), Self.state(4)]
        for actions in 1...4 { #expect(try damage(lines + [Self.end(4, actions, 2)]) == []) }
        for (actions, what) in [(0, "0 actions"), (5, "5 actions")] {
            #expect(
                try damage(lines + [Self.end(4, actions, 2)]) == [
                    "line 6: the end line counts \(what), but the timeline has 1, and 3 steps are missing; "
                        + Self.edited
                ])
        }
    }

    /// The number of snapshots before it is unknown.
    @Test func countsMayBeHigherIfTheStartIsMissing() throws {
        let lines = [Self.state(2), Self.step(3)]
        let second = Self.header.replacing(#""segment":1"#, with: #""segment":2"#)
        for header in [Self.header, second] {
            for (actions, snapshots) in [(1, 1), (3, 9)] {
                #expect(try damage(lines + [Self.end(3, actions, snapshots)], header: header) == [])
            }
            #expect(
                try damage(lines + [Self.end(3, 4, 1)], header: header) == [
                    "line 4: the end line counts 4 actions, but the timeline has 1, and 2 steps are missing; "
                        + Self.edited
                ])
            #expect(
                try damage(lines + [Self.end(3, 1, 0)], header: header) == [
                    "line 4: the end line counts 0 snapshots, but the timeline has 1; \(Self.edited)"
                ])
        }
    }

    /// A tool that cuts a file in two adds a snapshot to the second half, and may not count it.
    @Test func aRepeatedSnapshotNeedNotBeCounted() throws {
        let lines = [Self.state(0), Self.step(1), Self.state(1), Self.state(1)]
        #expect(try damage(lines + [Self.end(1, 1, 2)]) == [])
        #expect(try damage(lines + [Self.end(1, 1, 3)]) == [])
        #expect(try damage(lines + [Self.end(1, 1, 1)]).count == 1)
    }

    /// Damaged lines are reported on their own, and are not counted.
    @Test func otherDamageIsReportedOnce() throws {
        #expect(
            try damage([Self.state(0), Self.step(1), "hello", Self.end(1, 1, 2)]) == [
                #"line 4: expected an object, found "h""#
            ])
    }

    @Test func everyFixtureHasTheRightCounts() throws {
        for name in [
            "full", "minimal", "odd", "unread-below-zero", "trap-while-filtered", "trap-while-filtered.bundle",
        ] {
            #expect(try Fixture.journal("\(name).jsonl").index.damage == [], "\(name)")
        }
    }

    @Test func repairWritesTheCountsAnew() throws {
        let lines = [Self.state(0), Self.step(1), Self.end(1, 1, 3)]
        let bytes = Array(([Self.header] + lines).map { $0 + "\n" }.joined().utf8)
        let salvage = try Salvage(bytes: bytes, name: "run")
        let copy = try salvage.source.read(at: 0, count: 1 << 20)
        #expect(
            copy.text.replacing(/,"crc":"[0-9a-f]*"/, with: "")
                == [Self.header, Self.state(0), Self.step(1), Self.end(1, 1, 1), ""].joined(separator: "\n"))
        #expect(
            salvage.report.dropped.map(\.description) == [
                "run, line 4, byte 171: the end line counts 3 snapshots, but the timeline has 1; a corrected end line replaces it"
            ])
        #expect(salvage.report.unknowns == [])
        let again = try Salvage(bytes: copy)
        #expect(again.report.isWhole)
        #expect(try again.source.read(at: 0, count: 1 << 20) == copy)
    }
}
