import Testing
import TimelineDebugger
import TimelineKit
import TimelineReplay
import TimelineTestSupport

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
    private static func value(_ seq: Int) -> String { #"{"seq":\#(seq),"at":\#(seq).000000,"generated":{"uuid":1}}"# }
    private static func end(_ seq: Int) -> String {
        #"{"seq":\#(seq),"at":\#(seq).000000,"end":{"actions":\#(seq),"snapshots":1}}"#
    }
    private static func gap(_ seq: Int, _ through: Int, _ why: String, at: Int) -> String {
        #"{"seq":\#(seq),"at":\#(at).000000,"gap":{"through":\#(through),"why":"\#(why)"}}"#
    }

    private static let damage = "damage"

    /// The salvaged lines after the header, without checksums, and what is unknown.
    private func salvaged(_ lines: [String], head: [String]) throws -> String {
        let bytes = Array((head + lines).map { $0 + "\n" }.joined().utf8)
        let salvage = try Salvage(bytes: bytes)
        let copy = try salvage.source.read(at: 0, count: 1 << 20)
        let journal = try Journal(bytes: copy)
        #expect(try journal.index.damage == [])
        #expect(try !journal.index.isTorn)
        #expect(journal.last == salvage.report.last)
        #expect(journal.first == salvage.report.first)
        let again = try Salvage(bytes: copy)
        #expect(try again.source.read(at: 0, count: 1 << 20) == copy)
        #expect(again.report.isWhole)
        let text = copy.text.replacing(/,"crc":"[0-9a-f]*"/, with: "")
        return (text.split(separator: "\n").dropFirst() + ["--"] + salvage.report.unknowns.map { $0[...] })
            .joined(separator: "\n")
    }

    @Test func aSoundJournalIsCopiedUnchanged() throws {
        for name in ["full.jsonl", "odd.jsonl", "minimal.jsonl", "generated.jsonl"] {
            let bytes = try Fixture.bytes(name)
            let salvage = try Salvage(bytes: bytes)
            #expect(try salvage.source.read(at: 0, count: 1 << 20) == bytes)
            #expect(salvage.report.isWhole)
        }
    }

    private struct Case: CustomTestStringConvertible {
        let testDescription: String
        let lines: [String]
        let kept: [String]
        let unknowns: [String]
        let hasStart: Bool

        init(_ description: String, _ lines: [String], kept: [String], unknown: String..., hasStart: Bool = true) {
            (testDescription, self.lines, self.kept, unknowns, self.hasStart) = (
                description, lines, kept, unknown, hasStart
            )
        }
    }

    private static let cases = [
        Case(
            "an end before any state is ignored", [end(0), step(3), end(52), state(7)], kept: [state(7)],
            unknown: "what came before step 8", "whether more steps came after step 7", hasStart: false),
        Case(
            "if the step numbers continue, nothing is lost",
            [step(1), damage, step(2), mark(2), damage, step(3), end(3)],
            kept: [step(1), step(2), mark(2), step(3), end(3)]),
        Case(
            "a lost step is a gap up to the next snapshot",
            [step(1), damage, step(3), mark(3), step(4), state(4), step(5), end(5)],
            kept: [
                step(1), gap(2, 4, "damage in line 4", at: 1), state(4), step(5),
                #"{"seq":5,"at":5.000000,"end":{"actions":2,"snapshots":2}}"#,
            ], unknown: "steps 2 to 4, and the states after steps 2 to 3"),
        Case(
            "a lost step with a snapshot loses no state", [step(1), damage, state(2), step(3)],
            kept: [step(1), gap(2, 2, "damage in line 4", at: 1), state(2), step(3)],
            unknown: "step 2 (the state after it is known)"),
        Case(
            "a late snapshot restores the steps after it",
            [step(1), damage, step(3), step(4), mark(4), step(5), state(3), step(6)],
            kept: [
                step(1), gap(2, 3, "damage in line 4", at: 1), state(3), step(4), mark(4), step(5), step(6),
            ], unknown: "steps 2 to 3, and the state after step 2"),
        Case(
            "a snapshot between two damaged lines is kept",
            [step(1), damage, step(3), damage, step(5), state(3), step(6), state(6), step(7)],
            kept: [
                step(1), gap(2, 3, "damage from line 4 to line 6", at: 1), state(3),
                gap(4, 6, "damage from line 4 to line 6", at: 3), state(6), step(7),
            ], unknown: "steps 2 to 3, and the state after step 2", "steps 4 to 6, and the states after steps 4 to 5"),
        Case(
            "a state that was set ends the gap", [step(1), damage, step(3), set(4), step(5)],
            kept: [step(1), gap(2, 3, "damage in line 4", at: 1), set(4), step(5)],
            unknown: "steps 2 to 3, and the states after steps 2 to 3"),
        Case(
            "without another snapshot the rest is a gap", [step(1), damage, step(3), step(4), end(4)],
            kept: [
                step(1), gap(2, 4, "damage in line 4", at: 1),
                #"{"seq":4,"at":4.000000,"end":{"actions":1,"snapshots":1}}"#,
            ], unknown: "steps 2 to 4, and the states after steps 2 to 4"),
        Case(
            "nothing is kept after the end", [step(1), damage, step(3), end(3), end(5), mark(3), set(6), state(6)],
            kept: [
                step(1), gap(2, 3, "damage in line 4", at: 1),
                #"{"seq":3,"at":3.000000,"end":{"actions":1,"snapshots":1}}"#,
            ], unknown: "steps 2 to 3, and the states after steps 2 to 3"),
        Case(
            "after damage at the end further steps are unknown", [step(1), damage], kept: [step(1)],
            unknown: "whether more steps came after step 1"),
        Case(
            "without the first snapshot the journal begins at the next",
            [damage, step(1), step(2), step(3), state(2), step(4)], kept: [state(2), step(3), step(4)],
            unknown: "what came before step 3", hasStart: false),
        Case(
            "missing steps without damage are a gap, too", [step(1), step(3), state(3), step(4)],
            kept: [step(1), gap(2, 3, "they are not in the file", at: 1), state(3), step(4)],
            unknown: "steps 2 to 3, and the state after step 2"),
        Case(
            "a recorded gap whose snapshot is damaged extends to the next",
            [gap(1, 3, "full disk", at: 1), damage, step(4), state(4), step(5)],
            kept: [gap(1, 3, "full disk", at: 1), gap(4, 4, "damage in line 4", at: 1), state(4), step(5)],
            unknown: "step 4 (the state after it is known)"),
        Case(
            "a late snapshot does not hide steps that were lost after it",
            [step(1), damage, gap(3, 6, "full disk", at: 3), state(4), end(6)],
            kept: [
                step(1), gap(2, 4, "damage in line 4", at: 1), state(4), gap(5, 6, "damage in line 4", at: 4),
                #"{"seq":6,"at":6.000000,"end":{"actions":1,"snapshots":2}}"#,
            ], unknown: "steps 2 to 4, and the states after steps 2 to 3",
            "steps 5 to 6, and the states after steps 5 to 6"),
        Case(
            "and neither without an end", [step(1), damage, gap(3, 6, "full disk", at: 3), state(4)],
            kept: [step(1), gap(2, 4, "damage in line 4", at: 1), state(4), gap(5, 6, "damage in line 4", at: 4)],
            unknown: "steps 2 to 4, and the states after steps 2 to 3",
            "steps 5 to 6, and the states after steps 5 to 6"),
        Case(
            "steps between two damaged lines are kept after a late snapshot",
            [step(1), damage, step(3), step(4), value(4), damage, step(6), state(3), step(7), state(7)],
            kept: [
                step(1), gap(2, 3, "damage from line 4 to line 8", at: 1), state(3), step(4), value(4),
                gap(5, 7, "damage in line 8", at: 4), state(7),
            ], unknown: "steps 2 to 3, and the state after step 2", "steps 5 to 7, and the states after steps 5 to 6"),
        Case(
            "a recorded gap after a late snapshot is kept",
            [step(1), damage, gap(3, 4, "full disk", at: 3), state(2), state(4)],
            kept: [step(1), gap(2, 2, "damage in line 4", at: 1), state(2), gap(3, 4, "full disk", at: 3), state(4)],
            unknown: "step 2 (the state after it is known)"),
        Case(
            "repeated steps are dropped", [step(1), step(2), step(1), step(2), step(3)],
            kept: [step(1), step(2), step(3)]),
    ]

    @Test(arguments: cases) private func theLinesThatCanBeReplayedAreKept(_ sample: Case) throws {
        let head = sample.hasStart ? Self.head : Array(Self.head.prefix(1))
        let kept = (sample.hasStart ? [Self.head[1]] : []) + sample.kept
        #expect(try salvaged(sample.lines, head: head) == (kept + ["--"] + sample.unknowns).joined(separator: "\n"))
    }

    @Test func withoutASnapshotNothingCanBeSaved() throws {
        let bytes = Array((Self.head[0] + "\n" + Self.step(1) + "\n").utf8)
        #expect(throws: JournalError.nothingToSave(file: "memory")) { try Salvage(bytes: bytes) }
    }

    @Test func aCopyIsNotReadFromAFileThatWasCutMeanwhile() throws {
        let scratch = TemporaryFolder()
        let salvage = try Salvage(of: scratch.write(Fixture.bytes("full.jsonl"), to: "run.jsonl"))
        try scratch.write(Array(Self.head[0].utf8), to: "run.jsonl")
        #expect(throws: FileError.self) { try salvage.source.read(at: 0, count: 1 << 20) }
    }
}
