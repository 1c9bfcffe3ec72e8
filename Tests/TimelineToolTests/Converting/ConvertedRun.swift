import TimelineKit
import TimelineReplay
import TimelineTestSupport

/// A generated recording of the counter, with all that a step can have, and what another format can keep of it.
struct ConvertedRun {
    struct Step: Equatable {
        let change: JSON
        /// In microseconds since 1970.
        let time: Int64
        /// nil if it is unknown.
        let state: JSON?
    }

    private(set) var lines: [String]
    private(set) var steps: [Step] = []
    let initialState: JSON
    /// Whether a reducer that knows the actions makes all states from the first.
    private(set) var isReducible = true

    var text: String { Recorded.text(lines) }

    init(using seed: inout Seed) {
        var count = Int.random(in: 0...3, using: &seed)
        var seq = Bool.random(using: &seed) ? 0 : Int.random(in: 1...500, using: &seed)
        var at: Int64 = seq == 0 ? 0 : .random(in: 0...9_000_000, using: &seed)
        initialState = Self.state(count)
        lines = [Recorded.header]
        func moment() -> String { Moment(microseconds: at).description }
        func snapshot() -> String { #"{"seq":\#(seq),"at":\#(moment()),"state":{"count":\#(count)}}"# }
        lines.append(snapshot())
        let start = UTCStart.microseconds
        for _ in 0..<Int.random(in: 0...30, using: &seed) {
            seq += 1
            at += .random(in: 0...5_000_000, using: &seed)
            let amount = Int.random(in: -5...5, using: &seed)
            var change = #""action":{"add":{"amount":\#(amount)}}"#
            switch Int.random(in: 0..<14, using: &seed) {
            case 0:
                change = #""action":{"reset":{}}"#
                count = 0
            case 1...3:
                change = #""action":{"increment":{}}"#
                count += 1
            case 4:
                change = #""set":{"count":\#(amount)},"by":"hotReload""#
                count = amount
            case 5:
                change = #""opaque":"Add(\#(amount))""#
                count += amount
                isReducible = false
            case 6:
                let through = seq + Int.random(in: 0...3, using: &seed)
                lines.append(
                    #"{"seq":\#(seq),"at":\#(moment()),"gap":{"through":\#(through),"why":"no space left on device"}}"#)
                (seq, count, isReducible) = (through, amount, false)
                lines.append(snapshot())
                continue
            default: count += amount
            }
            let origin = Bool.random(using: &seed) ? #","from":"effect""# : ""
            let cause = Bool.random(using: &seed) && seq > 1 ? #","cause":\#(seq - 1)"# : ""
            lines.append(#"{"seq":\#(seq),"at":\#(moment()),\#(change)\#(origin)\#(cause)}"#)
            if seq % 7 == 0 { lines.append(#"{"seq":\#(seq),"at":\#(moment()),"canceled":\#(seq - 1)}"#) }
            let line = try? JSON(parsing: "{\(change)}")
            steps.append(Step(change: line ?? .null, time: start + at, state: Self.state(count)))
            if change.hasPrefix(#""opaque"#) || Int.random(in: 0..<5, using: &seed) == 0 { lines.append(snapshot()) }
            if Int.random(in: 0..<8, using: &seed) == 0 {
                lines.append(#"{"seq":\#(seq),"at":\#(moment()),"mark":"here"}"#)
            }
        }
    }

    private static func state(_ count: Int) -> JSON { ["count": .number(JSONNumber(count))] }

    /// The steps of a timeline that was read back, and the state before them.
    static func steps(of journal: Journal) throws -> (initialState: JSON, steps: [Step]) {
        var states: [Int: JSON] = [:]
        var found: [(seq: Int, at: Int64, change: JSON)] = []
        var lines = journal.lines()
        while let line = try lines.next() {
            switch line.content {
            case .snapshot(let snapshot): states[snapshot.seq] = snapshot.state.value
            case .step(let step):
                let change: JSON =
                    switch step.change {
                    case .action(let action): ["action": action.value]
                    case .opaque(let description): ["opaque": .string(description)]
                    case .set(let state, let by): ["set": state.value, "by": .string(by)]
                    }
                found.append((step.seq, step.at.microseconds, change))
            default: break
            }
        }
        let start = UTCStart.microseconds(of: journal.header.started)
        return (states[0] ?? .null, found.map { Step(change: $0.change, time: start + $0.at, state: states[$0.seq]) })
    }
}
