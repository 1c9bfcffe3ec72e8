@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// A random journal of several segments with all kinds of lines. Its state is the sum of what was added.
struct DrawnJournal {
    private(set) var segments: [[UInt8]] = []
    /// The state after each step from 0; nil if a gap hides it.
    private(set) var sums: [Int?] = [0]
    private var at: Int64 = 0
    private var actions = 0
    private var snapshots = 0

    private let hasChecksums: Bool

    /// Of about `size` bytes.
    init(size: Int, segments count: Int, hasChecksums: Bool? = nil, _ random: inout Seed) {
        self.hasChecksums = hasChecksums ?? Bool.random(using: &random)
        for number in 1...count {
            begin(number, &random)
            while segments[number - 1].count < size / count { line(&random) }
        }
        let seq = sums.count - 1
        if Bool.random(using: &random) {
            append(LineWriter.line(.end(End(seq: seq, at: now, actions: actions, snapshots: snapshots))))
        } else if sums[seq] == nil {
            // The last line before the end is a step.
            set(&random)
        }
    }

    func opened() throws -> [Segment] {
        try segments.enumerated().map { try Segment(name: "drawn-\($0 + 1)", source: $1) }
    }

    mutating func change(_ segment: Int, at byte: Int, _ body: (inout UInt8) -> Void) { body(&segments[segment][byte]) }
    mutating func cut(_ count: Int) { segments[segments.count - 1].removeLast(count) }

    private var now: Moment { Moment(microseconds: at) }

    private mutating func append(_ line: [UInt8]) { segments[segments.count - 1] += line }

    private mutating func begin(_ number: Int, _ random: inout Seed) {
        if sums[sums.count - 1] == nil { set(&random) }
        segments.append(
            LineWriter.header(
                Header(
                    session: "0c8b", program: "sum", version: "1", started: "2026-11-21T04:31:05Z", segment: number,
                    platform: .null, hasChecksums: hasChecksums)))
        snapshot(sums.count - 1)
    }

    private mutating func line(_ random: inout Seed) {
        if Int.random(in: 0..<3, using: &random) > 0 { at += Int64.random(in: 0..<1000, using: &random) }
        let seq = sums.count
        switch Int.random(in: 0..<100, using: &random) {
        case 0: set(&random)
        case 1: append(LineWriter.line(.mark(Mark(seq: seq - 1, at: now, name: "mark \(seq)"))))
        case 8 where seq > 1:
            let step = Int.random(in: 1..<seq, using: &random)
            append(LineWriter.line(.canceled(Cancellation(seq: seq - 1, at: now, step: step))))
        case 2:
            let through = seq + Int.random(in: 0..<20, using: &random)
            append(LineWriter.line(.gap(Gap(seq: seq, at: now, through: through, why: "no space left on device"))))
            sums += [Int?](repeating: nil, count: through - seq + 1)
            actions += through - seq + 1
            set(&random)
        case 3..<8:
            let late = Int.random(in: 0..<4, using: &random)
            let taken = seq - 1 - late
            if taken >= lastSnapshot, sums[taken] != nil { snapshot(taken) }
        default:
            // Some lines are longer than any window.
            let isLong = Int.random(in: 0..<800, using: &random) == 0
            let padding = isLong ? 100_000 : Int.random(in: 0..<100, using: &random)
            let text = #"{"add":\#(seq),"text":"\#(String(repeating: "x", count: padding))"}"#
            append(
                LineWriter.step(
                    Step(seq: seq, at: now, change: .action(JSONText(unchecked: text.utf8)), from: "user")))
            sums.append(sums[seq - 1].map { $0 + seq })
            actions += 1
            for number in 0..<max(0, Int.random(in: -4..<3, using: &random)) {
                append(
                    LineWriter.line(
                        .generated(
                            GeneratedValue(
                                seq: seq, at: now, name: "random", value: JSONText(unchecked: "\(number)".utf8))))
                )
            }
        }
    }

    private mutating func set(_ random: inout Seed) {
        let state = Int.random(in: 0..<1000, using: &random)
        append(
            LineWriter.step(
                Step(seq: sums.count, at: now, change: .set(JSONText(unchecked: "\(state)".utf8), by: "test"))))
        sums.append(state)
    }

    private var lastSnapshot = -1

    private mutating func snapshot(_ seq: Int) {
        if seq != lastSnapshot { snapshots += 1 }
        lastSnapshot = seq
        append(
            LineWriter.line(
                .snapshot(
                    Snapshot(seq: seq, at: now, state: JSONText(unchecked: "\(sums[seq] ?? 0)".utf8)))))
    }
}

extension Journal {
    /// The sum after step `seq`; nil if it is not in the file.
    func sum(at seq: Int) throws -> Int? {
        guard let checkpoint = try checkpoint(atOrBefore: seq) else { return nil }
        var sum = try state(at: checkpoint).value.int
        var last = checkpoint.seq
        var lines = try lines(after: checkpoint)
        while last < seq, let line = try lines.next() {
            switch line.content {
            case .step(let step) where step.seq == last + 1:
                last = step.seq
                switch step.change {
                case .action(let action):
                    sum = sum.flatMap { sum in (action.value.int ?? action.value.object?["add"]?.int).map { sum + $0 } }
                case .set(let state, _): sum = state.value.int
                case .opaque: sum = nil
                }
            case .gap(let gap) where gap.through > last: return nil
            default: break
            }
        }
        return last == seq ? sum : nil
    }
}
