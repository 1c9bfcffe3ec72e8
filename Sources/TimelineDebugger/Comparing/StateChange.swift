package import TimelineKit
package import TimelineReplay

/// How a state came about: by an action, from the state before.
package struct StateChange<State> {
    package let before: State
    /// The program's type; text where no program is known.
    package let action: any Codable & Sendable
    /// The number of the step in its run, which may be one that is only tried.
    package let seq: Int
    package let at: Moment

    package init(before: State, action: any Codable & Sendable, seq: Int, at: Moment) {
        (self.before, self.action, self.seq, self.at) = (before, action, seq, at)
    }
}

/// Of states that are visited in order.
package struct StateChanges<State> {
    private var lines: StepLines
    private let first: Int
    private let action: (_ text: JSONText) throws -> any Codable & Sendable
    private var last: (seq: Int, state: State)?
    /// The last state was set from outside.
    private(set) var isSet = false

    /// - Parameters:
    ///   - first: Changes of later steps are told.
    ///   - action: An action as it is on file, in the program's type where a program replays.
    package init(
        _ journal: Journal, after first: Int = 0, action: @escaping (JSONText) throws -> any Codable & Sendable
    ) {
        (lines, self.first, self.action) = (StepLines(journal), first, action)
    }

    /// The next state does not come from the last one.
    package mutating func forgetState() { last = nil }

    /// Nil where the state before is unknown, or no action made the change.
    package mutating func change(to state: State, at seq: Int) throws -> StateChange<State>? {
        defer { last = (seq, state) }
        isSet = false
        guard seq > first, case .step(let step)? = try lines.line(of: seq)?.content else { return nil }
        isSet = step.isSet
        guard let last, last.seq == seq - 1, case .action(let text) = step.change else { return nil }
        return StateChange(before: last.state, action: try action(text), seq: seq, at: step.at)
    }
}

extension Replayer {
    func changes(after first: Int = 0) -> StateChanges<P.State> {
        StateChanges(journal, after: first) { try JSONCoding.decode(P.Action.self, from: migrated($0, .action)) }
    }
}
