internal import TimelineJSON
internal import TimelineJournal

/// One line a step, for people: number, time, origin, what happened.
enum StepText {
    /// `   17    9.000  user      deleteTapped {"id":3}`
    static func line(_ step: Step, width: Int = StandardOutput.columns) -> String {
        let start = prefix(step.seq, step.at) + Layout.padded(Layout.visible(step.from?.rawValue ?? ""), to: 8) + "  "
        return start + Layout.cut(what(step), to: width - start.count)
    }

    /// A line that is no step.
    static func line(_ seq: Int, _ at: Moment, _ text: String) -> String {
        prefix(seq, at) + Layout.padded("", to: 8) + "  " + Layout.visible(text)
    }

    private static func prefix(_ seq: Int, _ at: Moment) -> String {
        Layout.right(String(seq), to: 7) + Layout.right(Layout.seconds(at.seconds), to: 10) + "  "
    }

    /// What a step did: `searchChanged {"text":"rick"}`.
    static func what(_ step: Step) -> String {
        switch step.change {
        case .action(let text): Layout.visible(action(text.value))
        case .opaque(let description): "\(Layout.visible(description)) (an action that could not be encoded)"
        case .set(_, let by): "state set by \(Layout.visible(by))"
        }
    }

    /// What the members of a line say that a step did; nil where they say nothing.
    static func what(_ line: JSONObject) -> String? {
        if let value = line["action"] { return Layout.visible(action(value)) }
        if let text = line["opaque"]?.string { return Layout.visible(text) }
        return line["by"]?.string.map { "state set by \(Layout.visible($0))" }
    }

    /// An enum's case by its name, as Swift codes one: `{"searchChanged":{"text":"rick"}}`.
    private static func action(_ value: JSON) -> String {
        guard let object = value.object, object.count == 1, let member = object.members.first else {
            return value.description
        }
        if member.value.object?.isEmpty == true { return member.key }
        return "\(member.key) \(member.value)"
    }
}
