import TestSupport
import Testing

import TimelineDebugger
import TimelineJournal
@testable import TimelineDebugger
import TimelineSystem

/// The lines and the unknown steps after damage, by the lines that follow it.
struct SalvageTests {
    private static let head = [
        #"{"timeline":1,"session":"s","program":"p","version":"1","started":"2026-11-21T04:31:05Z","segment":1}"#,
        #"{"seq":0,"at":0.000000,"state":0}"#,
    ]

    private static func step(_ seq: Int) -> String { #"{"seq":\#(seq),"at":\#(seq).000000,"action":\#(seq)}"# }
    private static func set(_ seq: Int) -> String { #"{"seq":\#(seq),"at":\#(seq).000000,"set":\#(seq),"by":"test"}"# }
    private static func state(_ seq: Int) -> String { #"{"seq":\#(seq),"at":\#(seq).000000,"state":\#(seq)}"# }
    private static func mark(_ seq: Int) -> String { #"{"seq":\#(seq),"at":\#(seq).000000,"mark":"m"}"# }
    private static func end(_ seq: Int) -> String {
        #"{"seq":\#(seq),"at":\#(seq).000000,"end":{"actions":\#(seq),"snapshots":1}}"#
    }
    private static func gap(_ seq: Int, _ through: Int, _ why: String, at: Int) -> String {
        #"{"seq":\#(seq),"at":\#(at).000000,"gap":{"through":\#(through),"why":"\#(why)"}}"#
    }

    private static let damage = "damage"

    /// The salvaged lines after the header, without checksums, and what is unknown.
    private func salvaged(_ lines: [String], head: [String] = Self.head) throws -> String {
        let bytes = Array((head + lines).map { $0 + "\n" }.joined().utf8)
        let salvage = try Salvage(bytes: bytes)
        let copy = try salvage.source.read(at: 0, count: 1 << 20)
        let journal = try Journal(bytes: copy)
        #expect(journal.index.damage == [])
        #expect(!journal.index.isTorn)
        #expect(journal.index.last == salvage.report.last)
        #expect(journal.index.first == salvage.report.first)
        let again = try Salvage(bytes: copy)
        #expect(try again.source.read(at: 0, count: 1 << 20) == copy)
        #expect(again.report.isWhole)
        let text = copy.text.replacing(/,"crc":"[0-9a-f]*"/, with: "")
        return (text.split(separator: "\n").dropFirst() + ["--"] + salvage.report.unknowns.map { $0[...] })
            .joined(separator: "\n")
    }

    private func text(_ lines: [String], _ unknowns: String...) -> String {
        (lines + ["--"] + unknowns).joined(separator: "\n")
    }

    @Test func anEndBeforeAnyStateIsIgnored() throws {
        #expect(
            try salvaged([Self.end(0), Self.step(3), Self.end(52), Self.state(7)], head: [Self.head[0]]) == """
                {"seq":7,"at":7.000000,"state":7}
                --
                what came before step 8
                whether more steps came after step 7
                """)
    }

    @Test func aSoundJournalIsCopiedUnchanged() throws {
        for name in ["full.jsonl", "odd.jsonl", "minimal.jsonl", "generated.jsonl"] {
            let bytes = try Fixture.bytes(name)
            let salvage = try Salvage(bytes: bytes)
            #expect(try salvage.source.read(at: 0, count: 1 << 20) == bytes)
            #expect(salvage.report.isWhole)
        }
    }

    @Test func ifTheStepNumbersContinueNothingIsLost() throws {
        let lines = [Self.step(1), Self.step(2), Self.mark(2), Self.step(3), Self.end(3)]
        let damaged = [Self.step(1), Self.damage, Self.step(2), Self.mark(2), Self.damage, Self.step(3), Self.end(3)]
        #expect(try salvaged(damaged) == text(Self.head.suffix(1) + lines))
    }

    @Test func aLostStepIsAGapUpToTheNextSnapshot() throws {
        let found = try salvaged([
            Self.step(1), Self.damage, Self.step(3), Self.mark(3), Self.step(4), Self.state(4), Self.step(5),
            Self.end(5),
        ])
        #expect(
            found
                == text(
                    Self.head.suffix(1) + [
                        Self.step(1), Self.gap(2, 4, "damage in line 4", at: 1), Self.state(4), Self.step(5),
                        #"{"seq":5,"at":5.000000,"end":{"actions":2,"snapshots":2}}"#,
                    ],
                    "steps 2 to 4, and the states after steps 2 to 3"))
    }

    @Test func aLostStepWithASnapshotLosesNoState() throws {
        let found = try salvaged([Self.step(1), Self.damage, Self.state(2), Self.step(3)])
        #expect(
            found
                == text(
                    Self.head.suffix(1) + [
                        Self.step(1), Self.gap(2, 2, "damage in line 4", at: 1), Self.state(2), Self.step(3),
                    ],
                    "step 2, but the state after it is"))
    }

    @Test func aLateSnapshotRestoresTheStepsAfterIt() throws {
        let found = try salvaged([
            Self.step(1), Self.damage, Self.step(3), Self.step(4), Self.mark(4), Self.step(5), Self.state(3),
            Self.step(6),
        ])
        #expect(
            found
                == text(
                    Self.head.suffix(1) + [
                        Self.step(1), Self.gap(2, 3, "damage in line 4", at: 1), Self.state(3), Self.step(4),
                        Self.mark(4), Self.step(5), Self.step(6),
                    ],
                    "steps 2 to 3, and the state after step 2"))
    }

    @Test func aSnapshotBetweenTwoDamagedLinesIsKept() throws {
        let found = try salvaged([
            Self.step(1), Self.damage, Self.step(3), Self.damage, Self.step(5), Self.state(3), Self.step(6),
            Self.state(6), Self.step(7),
        ])
        #expect(
            found
                == text(
                    Self.head.suffix(1) + [
                        Self.step(1), Self.gap(2, 3, "damage from line 4 to line 6", at: 1), Self.state(3),
                        Self.gap(4, 6, "damage from line 4 to line 6", at: 3), Self.state(6), Self.step(7),
                    ],
                    "steps 2 to 3, and the state after step 2", "steps 4 to 6, and the states after steps 4 to 5"))
    }

    @Test func aStateThatWasSetEndsTheGap() throws {
        let found = try salvaged([Self.step(1), Self.damage, Self.step(3), Self.set(4), Self.step(5)])
        #expect(
            found
                == text(
                    Self.head.suffix(1) + [
                        Self.step(1), Self.gap(2, 3, "damage in line 4", at: 1), Self.set(4), Self.step(5),
                    ],
                    "steps 2 to 3, and the states after steps 2 to 3"))
    }

    @Test func withoutAnotherSnapshotTheRestIsAGap() throws {
        let found = try salvaged([Self.step(1), Self.damage, Self.step(3), Self.step(4), Self.end(4)])
        #expect(
            found
                == text(
                    Self.head.suffix(1) + [
                        Self.step(1), Self.gap(2, 4, "damage in line 4", at: 1),
                        #"{"seq":4,"at":4.000000,"end":{"actions":1,"snapshots":1}}"#,
                    ],
                    "steps 2 to 4, and the states after steps 2 to 4"))
    }

    @Test func afterDamageAtTheEndFurtherStepsAreUnknown() throws {
        let found = try salvaged([Self.step(1), Self.damage])
        #expect(found == text(Self.head.suffix(1) + [Self.step(1)], "whether more steps came after step 1"))
    }

    @Test func withoutTheFirstSnapshotTheJournalBeginsAtTheNext() throws {
        let found = try salvaged(
            [Self.damage, Self.step(1), Self.step(2), Self.step(3), Self.state(2), Self.step(4)],
            head: [Self.head[0]])
        #expect(
            found == text([Self.state(2), Self.step(3), Self.step(4)], "what came before step 3"))
    }

    @Test func missingStepsWithoutDamageAreAGapToo() throws {
        let found = try salvaged([Self.step(1), Self.step(3), Self.state(3), Self.step(4)])
        #expect(
            found
                == text(
                    Self.head.suffix(1) + [
                        Self.step(1), Self.gap(2, 3, "they are not in the file", at: 1), Self.state(3), Self.step(4),
                    ],
                    "steps 2 to 3, and the state after step 2"))
    }

    @Test func aRecordedGapWhoseSnapshotIsDamagedExtendsToTheNext() throws {
        let found = try salvaged([
            Self.gap(1, 3, "full disk", at: 1), Self.damage, Self.step(4), Self.state(4), Self.step(5),
        ])
        #expect(
            found
                == text(
                    Self.head.suffix(1) + [
                        Self.gap(1, 3, "full disk", at: 1), Self.gap(4, 4, "damage in line 4", at: 1),
                        Self.state(4), Self.step(5),
                    ],
                    "step 4, but the state after it is"))
    }

    @Test func aLateSnapshotDoesNotHideStepsThatWereLostAfterIt() throws {
        let found = try salvaged([
            Self.step(1), Self.damage, Self.gap(3, 6, "full disk", at: 3), Self.state(4), Self.end(6),
        ])
        #expect(
            found
                == text(
                    Self.head.suffix(1) + [
                        Self.step(1), Self.gap(2, 4, "damage in line 4", at: 1), Self.state(4),
                        Self.gap(5, 6, "damage in line 4", at: 4),
                        #"{"seq":6,"at":6.000000,"end":{"actions":1,"snapshots":2}}"#,
                    ],
                    "steps 2 to 4, and the states after steps 2 to 3",
                    "steps 5 to 6, and the states after steps 5 to 6"))
        let open = try salvaged([Self.step(1), Self.damage, Self.gap(3, 6, "full disk", at: 3), Self.state(4)])
        #expect(open.hasSuffix("steps 5 to 6, and the states after steps 5 to 6"))
    }

    @Test func repeatedStepsAreDropped() throws {
        let found = try salvaged([Self.step(1), Self.step(2), Self.step(1), Self.step(2), Self.step(3)])
        #expect(found == text(Self.head.suffix(1) + [Self.step(1), Self.step(2), Self.step(3)]))
    }

    @Test func withoutASnapshotNothingCanBeSaved() throws {
        let bytes = Array((Self.head[0] + "\n" + Self.step(1) + "\n").utf8)
        #expect(throws: JournalError.nothingToSave(file: "memory")) { try Salvage(bytes: bytes) }
    }

    @Test func stepsBeyondTheMemoryLimitAreDropped() throws {
        var salvager = Salvager(hasChecksums: false, heldLimit: 100)
        let lines = Self.head + [Self.step(2), Self.step(3), Self.step(4), Self.state(2), Self.step(5), Self.state(5)]
        let segment = try Segment(name: "run", source: Array(lines.map { $0 + "\n" }.joined().utf8))
        var reader = JournalReader([segment], checksOrder: false)
        salvager.open([segment], 0)
        while let line = try reader.next() { salvager.take(.line(line)) }
        salvager.finish()
        let copy = salvager.takeOutput()
        // Header, first state; a gap and the state of step 2; a gap and the state of step 5.
        #expect(copy.count { $0 == UInt8(ascii: "\n") } == 6)
        #expect(
            salvager.report.unknowns == [
                "steps 1 to 2, and the state after step 1", "steps 3 to 5, and the states after steps 3 to 4",
            ])
    }

    @Test func everyBrokenFixtureIsRepairedOrRefused() throws {
        var results: [String] = []
        for name in [
            "after-end", "blank-line", "checksum", "damaged", "duplicate-key", "hole", "no-snapshot", "not-json",
            "not-utf8", "only-header", "open-gap", "second-header", "time-backwards", "torn",
        ] {
            do throws(JournalError) {
                let salvage = try Salvage(bytes: try! Fixture.bytes("Broken/\(name).jsonl"))
                let journal = try Journal(salvage)
                results.append(
                    "\(name): \(journal.index.damageCount) damaged, \(journal.index.first)...\(journal.index.last)")
            } catch {
                results.append("\(name): refused")
            }
        }
        #expect(
            results == [
                "after-end: 0 damaged, 0...3", "blank-line: 0 damaged, 0...3", "checksum: 0 damaged, 0...3",
                "damaged: 0 damaged, 0...3", "duplicate-key: 0 damaged, 0...3", "hole: 0 damaged, 0...3",
                "no-snapshot: 0 damaged, 3...3", "not-json: refused", "not-utf8: 0 damaged, 0...0",
                "only-header: refused", "open-gap: 0 damaged, 0...6", "second-header: 0 damaged, 0...3",
                "time-backwards: 0 damaged, 0...3", "torn: 0 damaged, 0...2",
            ])
    }
}
