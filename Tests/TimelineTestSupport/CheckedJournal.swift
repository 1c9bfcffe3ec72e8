import TimelineKit
import TimelineReplay

/// A journal of about 64 KiB with checksums, whose state at step n is the sum of 1 to n.
package enum CheckedJournal {
    package static let bytes: [UInt8] = {
        var bytes = LineWriter.header(
            Header(
                session: "0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90", program: "sum", version: "1",
                started: "2026-11-21T04:31:05Z", platform: .null, hasChecksums: true))
        bytes += LineWriter.line(.snapshot(Snapshot(seq: 0, at: .zero, state: JSON.number(JSONNumber(0)).encoded)))
        var seq = 0
        while bytes.count < 64 << 10 {
            seq += 1
            let at = Moment(microseconds: Int64(seq) * 1000)
            let action = JSON.number(JSONNumber(seq)).encoded
            bytes += LineWriter.step(Step(seq: seq, at: at, change: .action(action), from: "user"))
            if seq % 50 == 0 { bytes += LineWriter.line(.mark(Mark(seq: seq, at: at, name: "mark \(seq)"))) }
            if seq % 70 == 0 { bytes += LineWriter.line(.canceled(Cancellation(seq: seq, at: at, step: seq - 3))) }
            // Some snapshots come three steps late.
            if seq % 20 == 0 { bytes += snapshot(seq % 40 == 0 ? seq - 3 : seq) }
        }
        bytes += LineWriter.line(
            .end(
                End(seq: seq, at: Moment(microseconds: Int64(seq) * 1000), actions: seq, snapshots: seq / 20 + 1)))
        return bytes
    }()

    private static func snapshot(_ seq: Int) -> [UInt8] {
        LineWriter.line(
            .snapshot(
                Snapshot(
                    seq: seq, at: Moment(microseconds: Int64(seq) * 1000),
                    state: JSON.number(JSONNumber(sum(seq))).encoded)
            ))
    }

    package static func sum(_ seq: Int) -> Int { seq * (seq + 1) / 2 }

    /// The positions for which a reader returns a wrong state.
    package static func inventions(in copy: [UInt8]) throws -> [Int] {
        let journal = try Journal(bytes: copy).sound(.strict)
        var wrong: [Int] = []
        var known: Int?
        var last = 0
        var lines = journal.lines()
        while let line = try lines.next() {
            switch line.content {
            case .snapshot(let snapshot):
                let state = snapshot.state.value.int
                if state != sum(snapshot.seq) { wrong.append(snapshot.seq) }
                if snapshot.seq >= last { (known, last) = (state, snapshot.seq) }
            case .step(let step):
                guard case .action(let action) = step.change, step.seq == last + 1 else {
                    wrong.append(step.seq)
                    continue
                }
                last = step.seq
                known = known.flatMap { sum in action.value.int.map { sum + $0 } }
                if let known, known != sum(step.seq) { wrong.append(step.seq) }
            case .gap(let gap): (known, last) = (nil, gap.through)
            default: break
            }
        }
        return wrong
    }
}

extension JSON {
    fileprivate var encoded: JSONText { JSONText(unchecked: text) }
}
