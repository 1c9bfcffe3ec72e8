import TimelineTestPrograms
import TimelineKit
import TimelineReplay
import TimelineTestSupport

/// A timeline of the counter, written line by line. It may also hold lines that no recorder writes.
///
/// It counts as the app does. The time increases by a millisecond per step.
struct WrittenTimeline {
    private(set) var bytes: [UInt8]
    /// The number of the last step.
    private(set) var seq = 0
    /// The count after it.
    private(set) var count: Int

    /// - Parameter amounts: What the first steps add.
    init(count: Int = 0, bundle: BundleNote? = nil, adding amounts: [Int] = []) {
        self.count = count
        bytes = LineWriter.header(
            Header(
                session: "0c8b", program: "counter", version: "1.0.0", started: "2026-11-21T04:31:05.123456Z",
                platform: ["os": "Linux"], bundle: bundle))
        snapshot()
        for amount in amounts { add(amount) }
    }

    static func at(_ seq: Int) -> Moment { Moment(microseconds: Int64(seq) * 1000) }
    static func state(_ count: Int) -> JSONText { JSONText(["count": .number(JSONNumber(count))]) }

    /// The line of a step that adds.
    static func adding(_ amount: Int, seq: Int, from: String? = "user", cause: Int? = nil) -> Step {
        let action: JSON = ["add": ["amount": .number(JSONNumber(amount))]]
        return Step(seq: seq, at: at(seq), change: .action(JSONText(action)), from: from, cause: cause)
    }

    mutating func add(_ amount: Int, from: String? = "user", cause: Int? = nil) {
        seq += 1
        count += amount
        bytes += LineWriter.step(Self.adding(amount, seq: seq, from: from, cause: cause))
    }

    /// Any line.
    mutating func write(_ line: [UInt8]) { bytes += line }

    /// The work of a step.
    mutating func cancel(_ step: Int) {
        bytes += LineWriter.line(.canceled(Cancellation(seq: seq, at: Self.at(seq), step: step)))
    }

    /// An action that would trap if it were reduced again, or one of another name.
    mutating func crash(_ name: String = "crash") {
        seq += 1
        bytes += LineWriter.step(Step(seq: seq, at: Self.at(seq), change: .action(JSONText([name: [:]]))))
    }

    /// An action that was not encoded. It adds `amount`, which only a snapshot shows.
    mutating func opaque(_ amount: Int) {
        seq += 1
        count += amount
        bytes += LineWriter.step(Step(seq: seq, at: Self.at(seq), change: .opaque("something")))
    }

    mutating func set(_ count: Int, by: String = "restore") {
        seq += 1
        self.count = count
        bytes += LineWriter.step(Step(seq: seq, at: Self.at(seq), change: .set(Self.state(count), by: by)))
    }

    /// The next steps are not in the file; together they add `amount`. The format requires a state after them.
    mutating func gap(of steps: Int, adding amount: Int = 0, hasState: Bool = true) {
        bytes += LineWriter.line(
            .gap(
                Gap(seq: seq + 1, at: Self.at(seq + 1), through: seq + steps, why: "no space left on device")))
        seq += steps
        count += amount
        if hasState { snapshot() }
    }

    mutating func snapshot() { snapshot(of: count) }

    /// A snapshot, which may hold a wrong count.
    mutating func snapshot(of count: Int) {
        bytes += LineWriter.line(.snapshot(Snapshot(seq: seq, at: Self.at(seq), state: Self.state(count))))
    }

    var journal: Journal { get throws { try Journal(bytes: bytes).sound() } }
}
