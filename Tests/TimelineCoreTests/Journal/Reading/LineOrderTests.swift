import Testing
import TimelineTestSupport

@testable import TimelineKit

struct LineOrderTests {
    private let header = #"{"timeline":1,"session":"s","program":"counter","version":"1","started":"","segment":1}"#

    private func action(_ seq: Int, _ at: Double = 1) -> String { #"{"seq":\#(seq),"at":\#(at),"action":{}}"# }
    private func opaque(_ seq: Int) -> String { #"{"seq":\#(seq),"at":1,"opaque":"f"}"# }
    private func set(_ seq: Int) -> String { #"{"seq":\#(seq),"at":1,"set":{}}"# }
    private func state(_ seq: Int, _ at: Double = 0) -> String { #"{"seq":\#(seq),"at":\#(at),"state":{}}"# }
    private func generated(_ seq: Int) -> String { #"{"seq":\#(seq),"at":1,"generated":{"uuid":"5F0C"}}"# }
    private func mark(_ seq: Int) -> String { #"{"seq":\#(seq),"at":1,"mark":"m"}"# }
    private func gap(_ seq: Int, _ through: Int, _ at: Double = 1) -> String {
        #"{"seq":\#(seq),"at":\#(at),"gap":{"through":\#(through),"why":""}}"#
    }
    private func end(_ seq: Int) -> String { #"{"seq":\#(seq),"at":1,"end":{"actions":0,"snapshots":0}}"# }
    private let unknown = #"{"weather":"rain"}"#

    /// The errors in some lines, each with the number of the line from 0.
    private func faults(in order: LineOrder = LineOrder(), _ lines: String...) throws -> [String] {
        var order = order
        var faults: [String] = []
        for (number, text) in lines.enumerated() {
            let line = try LineParser.parse(Array(text.utf8))
            do throws(LineError) { try order.check(line.outline) } catch {
                faults.append("\(number): \(error.reason)")
                order.resume()
            }
        }
        return faults
    }

    @Test func acceptsLinesInOrder() throws {
        #expect(try faults(header, state(0), action(1), opaque(2), state(2), set(3), mark(3), action(4), end(4)) == [])
        #expect(try faults(header, state(7), action(8)) == [])
        #expect(try faults(header, state(0), end(0)) == [])
        #expect(try faults(header, state(0), unknown, action(1), unknown, end(1), unknown) == [])
        #expect(
            try faults(header, unknown, state(0)) == ["1: expected a snapshot after the header, found another line"])
    }

    @Test func requiresOneHeaderFirst() throws {
        let other = "expected the header of a timeline, found another line"
        #expect(try faults(state(0), action(1), header, state(0)) == ["0: \(other)", "1: \(other)"])
        #expect(try faults(header, state(0), header, action(1)) == ["2: a second header is inside the file"])
        #expect(try faults(header, header, state(0)) == ["1: expected a snapshot after the header, found another line"])
    }

    @Test func requiresASnapshotSecond() throws {
        let other = "expected a snapshot after the header, found another line"
        #expect(try faults(header, action(1), action(2), state(1), action(3)) == ["1: \(other)"])
        #expect(try faults(header, end(0)) == ["1: \(other)"])
    }

    @Test func countsSteps() throws {
        #expect(try faults(header, state(0), action(2)) == ["2: expected step 1, found step 2"])
        #expect(try faults(header, state(0), action(1), action(1)) == ["3: expected step 2, found step 1"])
        #expect(try faults(header, state(0), action(1), action(3), action(4)) == ["3: expected step 2, found step 3"])
        #expect(try faults(header, state(0), action(1), gap(3, 5)) == ["3: expected step 2, found a gap from step 3"])
        #expect(try faults(header, state(0), gap(1, 5), state(5), action(5)) == ["4: expected step 6, found step 5"])
    }

    @Test func stepsMayBeMissingButNotRepeatedAfterDamage() throws {
        // The second action 1 is damage, and what follows it may be any later step.
        #expect(
            try faults(header, state(0), action(1), action(1), action(7), action(8), action(10))
                == ["3: expected step 2, found step 1", "6: expected step 9, found step 10"])
        #expect(
            try faults(header, state(0), action(1), action(2), action(4), action(2), action(3))
                == ["4: expected step 3, found step 4", "5: expected step 3 or later, found step 2"])
    }

    @Test func acceptsALateSnapshotAfterDamage() throws {
        #expect(
            try faults(header, state(0), action(1), action(2), action(2), state(1), action(4))
                == ["4: expected step 3, found step 2"])
    }

    @Test func refusesDecreasingTimes() throws {
        #expect(
            try faults(header, state(0, 2), action(1, 1.5), action(2, 1.6), action(3, 1.6))
                == ["2: step 1 is at 1.500000, before the step it follows at 2.000000"])
        #expect(
            try faults(header, state(0), action(1, 3), gap(2, 4, 2), state(4, 2), action(5, 2))
                == ["3: the gap from step 2 is at 2.000000, before the step it follows at 3.000000"])
        #expect(try faults(header, state(0), action(1, 3), state(0, 0), action(2, 3)) == [])
    }

    @Test func acceptsLateSnapshots() throws {
        #expect(try faults(header, state(0), action(1), action(2), state(1), action(3), state(3)) == [])
        #expect(
            try faults(header, state(0), action(1), action(2), state(2), state(1))
                == ["5: a snapshot of step 1 follows one of step 2"])
        #expect(
            try faults(header, state(0), action(1), state(2), action(2))
                == ["3: a snapshot of step 2 comes before that step; the last was 1"])
    }

    @Test func requiresMarksAndTheEndAfterTheirStep() throws {
        #expect(
            try faults(header, state(0), action(1), generated(1), state(0), generated(1), action(2), generated(1)) == [
                "7: the generated value has step 1, but the last step was 2"
            ])
        #expect(try faults(header, state(0), action(1), mark(0)) == ["3: the mark has step 0, but the last step was 1"])
        #expect(
            try faults(header, state(0), action(1), action(2), #"{"seq":1,"at":1,"canceled":1}"#) == [
                "4: the cancellation has step 1, but the last step was 2"
            ])
        #expect(try faults(header, state(0), action(1), mark(2)) == ["3: the mark has step 2, but the last step was 1"])
        #expect(try faults(header, state(0), action(1), end(0)) == ["3: the end has step 0, but the last step was 1"])
        #expect(try faults(header, state(0), gap(1, 5), mark(5), state(5), mark(5), end(5)) == [])
    }

    @Test func requiresASnapshotAfterAGap() throws {
        let open = "step 6 follows a gap through 5 with no snapshot between"
        #expect(try faults(header, state(0), gap(1, 5), action(6)) == ["3: \(open)"])
        #expect(try faults(header, state(0), gap(1, 5), state(4), action(6)) == ["4: \(open)"])
        #expect(try faults(header, state(0), gap(1, 5), state(5), action(6)) == [])
        #expect(try faults(header, state(0), gap(1, 5), set(6), action(7)) == [])
        // An opaque step needs no state before it, and gives none.
        #expect(
            try faults(header, state(0), gap(1, 5), opaque(6), action(7))
                == ["4: step 7 follows a gap through 5 with no snapshot between"])
        #expect(try faults(header, state(0), gap(1, 5), opaque(6), state(6), action(7)) == [])
        #expect(try faults(header, state(0), gap(3, 2)) == ["2: the gap is from 3 through 2, which is before it"])
    }

    @Test func refusesLinesAfterTheEnd() throws {
        #expect(try faults(header, state(0), end(0), action(1)) == ["3: a line follows the end of the run"])
        #expect(try faults(header, state(0), end(0), end(0)) == ["3: a line follows the end of the run"])
    }

    @Test func acceptsTheLargestNumbers() throws {
        let most = 1 << 53
        #expect(try faults(header, state(most - 1), action(most), state(most), mark(most), end(most)) == [])
        #expect(
            try faults(header, state(most), action(most))
                == ["2: expected step 9007199254740993, found step 9007199254740992"])
    }

    @Test func resumesAtAnyLine() throws {
        #expect(try faults(in: LineOrder(resumingAfter: nil), action(17), action(18), state(17)) == [])
        #expect(try faults(in: LineOrder(resumingAfter: nil), state(5), action(9), action(10)) == [])
        // The step may have been earlier than the lines before it.
        #expect(try faults(header, state(0), action(1, 2), state(1, 4), action(2, 3)) == [])
        #expect(try faults(in: LineOrder(resumingAfter: nil), state(1, 4), action(2, 3)) == [])
    }

    @Test func comparesWithTheStepBeforeIfItIsKnown() throws {
        let at = Moment(microseconds: 2_000_000)
        let order = LineOrder(resumingAfter: LineOrder.PrecedingStep(seq: 16, at: at))
        #expect(try faults(in: order, action(17, 2), action(18, 2)) == [])
        // The time of the snapshot differs from that of its step, which the next steps follow.
        #expect(try faults(in: order, state(16, 4), action(17, 3)) == [])
        #expect(
            try faults(in: order, state(16, 1), action(17, 1))
                == ["1: step 17 is at 1.000000, before the step it follows at 2.000000"])
        #expect(try faults(in: order, action(18, 2)) == ["0: expected step 17, found step 18"])
        let gap = LineOrder(resumingAfter: LineOrder.PrecedingStep(seq: 16, at: at, openGap: 16))
        #expect(try faults(in: gap, state(16, 2), action(17, 2)) == [])
        #expect(try faults(in: gap, action(17, 2)) == ["0: step 17 follows a gap through 16 with no snapshot between"])
    }

    /// A reader that started inside the segment before may have read no step.
    @Test func theFirstSnapshotOfALaterSegmentGivesNoTime() throws {
        #expect(try faults(in: LineOrder(after: nil, isFirst: false), header, state(3, 9), action(4, 5)) == [])
        #expect(
            try faults(in: LineOrder(), header, state(3, 9), action(4, 5))
                == ["2: step 4 is at 5.000000, before the step it follows at 9.000000"])
    }

    @Test func continuesFromTheSegmentBefore() throws {
        let after = LineOrder(after: LineOrder.PrecedingStep(seq: 3, at: Moment(microseconds: 500_000)))
        #expect(try faults(in: after, header, state(3, 0.5), action(4), end(4)) == [])
        #expect(
            try faults(in: after, header, state(5), action(6))
                == ["1: the segment begins after step 5, but the one before it ends with step 3"])
        #expect(
            try faults(in: after, header, state(0), action(1), action(4))
                == [
                    "1: the segment begins after step 0, but the one before it ends with step 3",
                    "2: expected step 4 or later, found step 1",
                ])
    }
}
