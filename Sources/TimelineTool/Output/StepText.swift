internal import TimelineKit
internal import TimelineReplay

enum StepText {
    /// `   17    9.000  user      deleteTapped {"id":3}`
    static func line(
        _ step: Step, width: Int? = StandardOutput.columns, level: Int = 0, showsCause: Bool = false
    ) -> String {
        let start = prefix(step.seq, step.at, step.from) + Layout.spaces(2 * level)
        let cause = showsCause ? step.cause.map { "  ← \($0)" } ?? "" : ""
        guard let width else { return start + summary(of: step) + cause }
        let room = width - Layout.width(of: start) - Layout.width(of: cause)
        let summary = summary(of: step, width: max(room, minimumRoom))
        guard Layout.width(of: summary) > room, room < minimumRoom else {
            return start + Layout.cut(summary, to: room) + cause
        }
        let indent = "    "
        let wholeRoom = width - indent.count - Layout.width(of: cause)
        return String(start.reversed().drop { $0 == " " }.reversed()) + "\n" + indent
            + Layout.cut(Self.summary(of: step, width: wholeRoom), to: wholeRoom) + cause
    }

    private static let minimumRoom = 15

    /// `     17     9.000  user      descriptionChanged × 9, to step 25`
    static func line(_ first: Step, _ name: String, count: Int, last: Int, width: Int?) -> String {
        let start = prefix(first.seq, first.at, first.from)
        let end = " × \(Layout.grouped(count)), to step \(last)"
        let room = width.map { max(minimumRoom, $0 - Layout.width(of: start + end)) } ?? .max
        return start + Layout.cutInMiddle(Layout.visible(name), to: room) + end
    }

    static func line(_ seq: Int, _ at: Moment, _ text: String) -> String {
        prefix(seq, at, nil) + Layout.visible(text)
    }

    private static func prefix(_ seq: Int, _ at: Moment, _ from: String?) -> String {
        Layout.right(String(seq), to: 7) + Layout.right(Layout.seconds(at.seconds), to: 10) + "  "
            + Layout.padded(Layout.visible(from ?? ""), to: 8) + "  "
    }

    /// Longer than `width` if the action is: a name alone is cut, in its middle.
    static func summary(of step: Step, width: Int = .max) -> String {
        switch step.change {
        case .action(let text): action(text, width)
        case .opaque(let description): "\(Layout.visible(description)) (an action that could not be encoded)"
        case .set(_, let by): "state set by \(Layout.visible(by))"
        }
    }

    static func summary(of line: JSONObject) -> String? {
        if let value = line["action"] { return action(JSONText(value), .max) }
        if let text = line["opaque"]?.string { return Layout.visible(text) }
        return line["by"]?.string.map { "state set by \(Layout.visible($0))" }
    }

    private static func action(_ text: JSONText, _ width: Int) -> String {
        text.withBytes { bytes in
            guard let label = ActionLabel(beginningOf: bytes, withArguments: true), label.range != nil else {
                return Layout.visible(Layout.beginning(of: text.value, width))
            }
            let name = Layout.visible(label.name(in: bytes))
            if Layout.width(of: name) > width { return Layout.cutInMiddle(name, to: width) }
            // Where not all fits, what is short comes first.
            func visible(_ value: JSON) -> String {
                let text = Layout.beginning(of: value, width)
                let isCut = Layout.width(of: text) > width
                guard isCut, var members = value.object?.members else { return Layout.visible(text) }
                let end = members.partition { $0.value.beginning(atLeast: 41).utf8.count > 40 }
                members[..<end].sort { $0.key < $1.key }
                return Layout.visible(Layout.beginning(of: .object(JSONObject(members)), width))
            }
            let values = (label.payload.map { [visible($0)] } ?? []) + label.owners.map { "in \(visible($0))" }
            return ([name] + values).joined(separator: " ")
        }
    }
}

extension Step: Answer {
    static let fields: Fields<Self> = """
        seq\({ $0.seq }): stepNumber, at\({ $0.at }), action?\({ $0.action })
        opaque?\({ $0.opaque }): text // A description of an action that could not be encoded.
        by?\({ $0.by }), from?\({ $0.from }), cause?\({ $0.cause })
        """

    static let sited: Fields<(step: Self, site: JSON?)> = "\(of: { $0.step }, fields), site?\({ $0.site })"

    var action: JSON? { if case .action(let text) = change { text.value } else { nil } }
    var opaque: String? { if case .opaque(let text) = change { text } else { nil } }
    var by: String? { if case .set(_, let by) = change { by } else { nil } }
}
