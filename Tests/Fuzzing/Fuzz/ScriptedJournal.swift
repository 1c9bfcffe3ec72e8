@testable import TimelineKit

/// A journal made from a script, in which each byte makes a line. Most such journals are sound; few random ones are.
struct ScriptedJournal {
    private(set) var segments: [[UInt8]] = []
    private var seq = 0
    private var at: Int64 = 0
    /// The step of the last snapshot.
    private var snapshot = 0
    private var number = 0

    init(_ script: ArraySlice<UInt8>) {
        begin()
        for byte in script {
            number += 1
            add(kind: byte & 15, more: Int(byte >> 4))
        }
    }

    private mutating func add(kind: UInt8, more: Int) {
        switch kind {
        case 0..<6: step(.action(state(padding: more == 15 ? 300 : more)), after: more)
        case 6: step(.set(state(), by: "t"), after: more)
        case 7: step(.opaque("x"), after: more)
        case 8: take(seq)
        case 9: take(max(snapshot, seq - more))
        case 10:
            append(LineWriter.line(.mark(Mark(seq: seq, at: now, name: "m"))))
            if seq > 0, more < 4 { append(LineWriter.line(.canceled(Cancellation(seq: seq, at: now, step: 1)))) }
        case 11:
            // A snapshot, a state that was set, or neither follows the gap.
            append(LineWriter.line(.gap(Gap(seq: seq + 1, at: now, through: seq + 1 + more % 4, why: "w"))))
            seq += 1 + more % 4
            if more < 7 { take(seq) } else if more < 14 { step(.set(state(), by: "t"), after: 0) }
        case 12: begin()
        case 13: at -= more == 0 ? 1 : 0
        case 14: seq += more == 0 ? 1 : 0
        default: if more == 0 { append(Array("{\"new\":1}\n".utf8)) } else { take(max(snapshot, seq - 1)) }
        }
    }

    private var now: Moment { Moment(microseconds: max(0, at)) }

    /// A state that differs from all before it.
    private func state(padding: Int = 0) -> JSONText {
        JSONText(unchecked: "[\(number)\(padding == 0 ? "" : String(repeating: " ", count: padding))]".utf8)
    }

    private mutating func append(_ line: [UInt8]) { segments[segments.count - 1] += line }

    private mutating func step(_ change: Step.Change, after time: Int) {
        seq += 1
        at += Int64(time)
        append(LineWriter.step(Step(seq: seq, at: now, change: change, from: "user")))
    }

    private mutating func take(_ seq: Int) {
        snapshot = seq
        append(LineWriter.line(.snapshot(Snapshot(seq: seq, at: now, state: state()))))
    }

    private mutating func begin() {
        let header = Header(
            session: "s", program: "p", version: "1", started: "t", segment: segments.count + 1, platform: .null)
        segments.append(LineWriter.header(header))
        take(seq)
    }
}
