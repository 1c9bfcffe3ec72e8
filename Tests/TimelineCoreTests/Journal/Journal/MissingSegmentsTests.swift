import Testing
import TimelineDebugger
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// A folder in which a segment of the run is missing.
struct MissingSegmentsTests {
    private let scratch = TemporaryFolder()

    /// Writes segment `number`: a state after step `first`, and two steps.
    private func write(
        _ number: Int, after first: Int, dropped: String = "", as name: String? = nil, ends: Bool = false
    ) throws {
        var text =
            #"{"timeline":1,"session":"s","program":"p","version":"1","started":"","segment":\#(number)\#(dropped)}"#
            + "\n" + #"{"seq":\#(first),"at":\#(first),"state":\#(first)}"# + "\n"
        for seq in first + 1...first + 2 { text += #"{"seq":\#(seq),"at":\#(seq),"action":0}"# + "\n" }
        if ends {
            text +=
                #"{"seq":\#(first + 2),"at":\#(first + 2),"end":{"actions":\#(first + 2),"snapshots":\#(number)}}"#
                + "\n"
        }
        try scratch.write(Array(text.utf8), to: name ?? "run-00000\(number).jsonl")
    }

    private func strictRefusal() throws -> String? {
        let journal = try Journal(opening: scratch.path).sound()
        do throws(JournalError) {
            try journal.requireSound(.strict)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func atTheStartAreNamedAndRefusedByStrict() throws {
        try write(2, after: 2)
        try write(3, after: 4, ends: true)
        let journal = try Journal(opening: scratch.path)
        #expect(try journal.index.damage == [])
        let place =
            "\(scratch.file("run-000002.jsonl")), line 1, byte 0: this is segment 2; segment 1 is missing "
            + "(run-000001.jsonl), with steps 1 to 2, and no header says that it was dropped"
        #expect(journal.missingStart?.description == place)
        #expect(
            try strictRefusal() == "damage in \(place).\nWithout --recover strict, the remaining segments are read.")
    }

    @Test func droppedSegmentsAreNotMissing() throws {
        try write(3, after: 4, dropped: #","dropped":{"segments":2,"through":4}"#)
        #expect(try strictRefusal() == nil)
        // The first segment that is left may have been begun before the earlier ones were dropped.
        try write(3, after: 4)
        try write(4, after: 6, dropped: #","dropped":{"segments":2,"through":4}"#)
        #expect(try strictRefusal() == nil)
    }

    @Test func segmentsThatWereNotDroppedAreNamed() throws {
        try write(5, after: 8, dropped: #","dropped":{"segments":2,"through":4}"#)
        #expect(
            try Journal(opening: scratch.path).missingStart?.reason
                == "this is segment 5; segments 3 to 4 are missing (run-000003.jsonl and on), with steps 5 to 8, and no "
                + "header says that they were dropped")
    }

    @Test func inTheMiddleAreDamage() throws {
        try write(1, after: 0)
        try write(3, after: 4, ends: true)
        let journal = try Journal(opening: scratch.path)
        #expect(
            try journal.index.damage.map(\.description) == [
                "\(scratch.file("run-000003.jsonl")), line 2, byte 82: before this segment, segment 2 is missing "
                    + "(run-000002.jsonl), with steps 3 to 4"
            ])
    }

    @Test func inTheMiddleAreDamageEvenIfNoStepIsMissing() throws {
        try write(1, after: 0)
        try write(4, after: 2)
        #expect(
            try Journal(opening: scratch.path).index.damage.map(\.reason) == [
                "before this segment, segments 2 to 3 are missing (run-000002.jsonl and on)"
            ])
    }

    /// If the name of a segment differs from its header, the names of others are unknown.
    @Test func aFileIsNamedOnlyIfANeighborShowsItsName() throws {
        try write(2, after: 2, as: "run-000007.jsonl")
        #expect(
            try Journal(opening: scratch.path).missingStart?.reason
                == "this is segment 2; segment 1 is missing, with steps 1 to 2, and no header says that it was dropped")
    }

    @Test func areNotRequiredIfOneSegmentIsOpened() throws {
        try write(2, after: 2, ends: true)
        let journal = try Journal(opening: scratch.file("run-000002.jsonl"))
        #expect(journal.missingStart == nil)
        try journal.requireSound(.strict)
    }

    @Test func repairReportsThem() throws {
        try write(2, after: 2)
        try write(4, after: 6, ends: true)
        let salvage = try Salvage(of: scratch.path)
        let copy = try salvage.source.read(at: 0, count: 1 << 20)
        #expect(
            copy.text.replacing(/,"crc":"[0-9a-f]*"/, with: "") == """
                {"timeline":1,"session":"s","program":"p","version":"1","started":"","segment":2}
                {"seq":2,"at":2,"state":2}
                {"seq":3,"at":3,"action":0}
                {"seq":4,"at":4,"action":0}
                {"seq":5,"at":4.000000,"gap":{"through":6,"why":"segment 3 is missing (run-000003.jsonl)"}}
                {"seq":6,"at":6,"state":6}
                {"seq":7,"at":7,"action":0}
                {"seq":8,"at":8,"action":0}
                {"seq":8,"at":8.000000,"end":{"actions":4,"snapshots":2}}

                """)
        #expect(!salvage.report.isWhole)
        #expect(
            salvage.report.missingStart?.reason
                == "this is segment 2; segment 1 is missing (run-000001.jsonl), with steps 1 to 2, and no header says "
                + "that it was dropped")
        #expect(salvage.report.unknowns == ["what came before step 3", "steps 5 to 6, and the state after step 5"])
        #expect(try Salvage(bytes: copy).report.isWhole)
        try Journal(bytes: copy).requireSound(.strict)
    }
}
