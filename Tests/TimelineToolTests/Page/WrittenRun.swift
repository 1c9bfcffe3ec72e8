import TimelineKit
import TimelineReplay
import TimelineTestSupport

/// A timeline of any states, as it is written, and what a page should show of it.
struct WrittenRun {
    /// What the page should show of a step.
    struct Row: Equatable {
        var seq: Int
        var through: Int
        var action: String
        var from: String
        var cause: Int
    }

    private(set) var lines = [
        #"{"timeline":1,"session":"s","program":"p","version":"1","started":"2026-11-21T04:31:05Z","segment":1,"platform":{}}"#
    ]
    private(set) var rows: [Row] = []
    /// The state at each position, as text; nil where it is unknown.
    private(set) var states: [JSONText?] = []

    init(_ random: inout Seed) {
        add(state: .randomState(&random))
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let seq = states.count
            let state = JSON.randomState(&random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                lines.append(#"{"seq":\#(seq),"at":\#(time(seq)),"set":\#(state),"by":"test"}"#)
                add(Row(seq: seq, through: seq, action: "", from: "", cause: 0), state)
            case 1:
                lines.append(#"{"seq":\#(seq),"at":\#(time(seq)),"opaque":"Ask(\n)"}"#)
                add(Row(seq: seq, through: seq, action: #""Ask(\n)""#, from: "", cause: 0), nil)
            case 2:
                let through = seq + Int.random(in: 0...3, using: &random)
                lines.append(#"{"seq":\#(seq),"at":\#(time(seq)),"gap":{"through":\#(through),"why":"test"}}"#)
                for _ in seq..<through { states.append(nil) }
                add(Row(seq: seq, through: through, action: "", from: "", cause: 0), nil)
                states.removeLast()
                add(state: state)
            default:
                let action = JSON.members(["changed": .randomState(&random)])
                let cause = Int.random(in: 0..<seq, using: &random)
                let from = Bool.random(using: &random) ? "user" : "effect"
                let end = cause > 0 ? #","cause":\#(cause)"# : ""
                lines.append(#"{"seq":\#(seq),"at":\#(time(seq)),"action":\#(action),"from":"\#(from)"\#(end)}"#)
                add(Row(seq: seq, through: seq, action: "\(action)", from: from, cause: cause), state)
            }
        }
    }

    private func time(_ seq: Int) -> String { "\(seq).000100" }

    private mutating func add(state: JSON) {
        lines.append(#"{"seq":\#(states.count),"at":\#(time(states.count)),"state":\#(state)}"#)
        states.append(JSONText(state))
    }

    private mutating func add(_ row: Row, _ state: JSON?) {
        rows.append(row)
        states.append(state.map { JSONText($0) })
    }

    var journal: Journal {
        get throws {
            let text = lines.map { $0 + "\n" }.joined()
            return try Journal(name: "run.jsonl", segments: [Segment(name: "run.jsonl", source: Array(text.utf8))])
        }
    }
}

extension JSON {
    fileprivate static func randomState(_ random: inout Seed) -> JSON {
        let items = (0..<Int.random(in: 0...4, using: &random)).map { index in
            JSON.members([
                "id": .int(index), "text": .string(["", "é", "\t\n\u{0}", "</script>"].randomElement(using: &random)!),
            ])
        }
        return .members([
            "count": .int(Int.random(in: -2...2, using: &random)), "items": .array(items),
            "large": .number(
                JSONNumber(text: ["1e400", "-0", "9223372036854775808", "1.0"].randomElement(using: &random)!)!),
        ])
    }
}
