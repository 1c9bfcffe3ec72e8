public import TimelineKit

/// A timeline of a program, with a tenth of a second between its actions.
public enum RecordedSession {
    /// - Parameter actions: What users did, and with a cause, its number from 1, what effects sent.
    public static func text<P: Program>(
        of program: P, session: String, _ actions: [(action: P.Action, cause: Int?)]
    ) throws -> String {
        let header = Header(
            session: session, program: program.name, version: program.version, started: "2026-11-21T04:31:05Z",
            platform: .null)
        var state = program.initialState
        var text = LineWriter.header(header)
        text += LineWriter.line(.snapshot(Snapshot(seq: 0, at: .zero, state: try JSONCoding.encode(state))))
        for (index, (action, cause)) in actions.enumerated() {
            program.reduce(&state, action)
            text += LineWriter.step(
                Step(
                    seq: index + 1, at: Moment(microseconds: Int64(index + 1) * 100_000),
                    change: .action(try JSONCoding.encode(action)), from: cause == nil ? "user" : "effect", cause: cause
                ))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Records a run to a new file, as a store does.
    ///
    /// - Returns: The last state.
    @discardableResult
    public static func record<P: Program>(
        _ actions: [P.Action], of program: P, to path: String, _ options: RecorderOptions = RecorderOptions()
    ) -> P.State {
        record(actions.map { action in { _ in action } }, of: program, to: path, options)
    }

    /// The next action may depend on the state.
    @discardableResult
    public static func record<P: Program>(
        _ actions: [(P.State) -> P.Action], of program: P, to path: String, _ options: RecorderOptions
    ) -> P.State {
        let recorder = Recorder(program: program, in: .file(path), options: options)
        let reducer = recorder.recording(program.reduce)
        var state = program.initialState
        for next in actions { reducer(&state, next(state)) }
        recorder.finish()
        return state
    }

    /// The actions of a timeline whose steps are numbered from 1.
    public static func actions<Action: Decodable>(
        _ type: Action.Type, of text: String
    ) throws -> [(action: Action, cause: Int?)] {
        try text.split(separator: "\n").compactMap { line in
            guard case .step(let step) = try LineParser.parse(Array(line.utf8)), case .action(let text) = step.change
            else { return nil }
            return (try JSONCoding.decode(Action.self, from: text), step.from == "user" ? nil : step.cause)
        }
    }

    /// Sessions one after another, in which causes are numbered from 0.
    public static func joined<Action>(
        _ sessions: [[(action: Action, cause: Int?)]]
    ) -> [(action: Action, cause: Int?)] {
        var all: [(action: Action, cause: Int?)] = []
        for session in sessions {
            let start = all.count - 1
            all += session.map { ($0.action, $0.cause.map { $0 + start }) }
        }
        return all
    }

    /// Three short sessions in which a correct program breaks no rule.
    public static let todo: [[(action: TodoAction, cause: Int?)]] = {
        let items = [Todo.Item(id: 1, title: "milk"), Todo.Item(id: 2, title: "bread", isCompleted: true)]
        return [
            [
                (.appeared, nil), (.loaded(items: items), 1), (.toggled(id: 1), nil), (.filterTapped(.completed), nil),
                (.filterTapped(.all), nil), (.toggled(id: 2), nil), (.saveTapped, nil), (.saved(revision: 3), 7),
                (.clearTapped, nil),
            ],
            [
                (.draftChanged(text: "call"), nil), (.submitted, nil), (.draftChanged(text: " write "), nil),
                (.submitted, nil), (.editTapped(id: 1), nil), (.editChanged(text: " call Ada "), nil),
                (.editSubmitted, nil), (.saveTapped, nil), (.saved(revision: 3), 8), (.removed(id: 1), nil),
                (.removed(id: 2), nil),
            ],
            [
                (.draftChanged(text: "one"), nil), (.submitted, nil), (.draftChanged(text: " "), nil),
                (.submitted, nil),
                (.toggleAllTapped, nil), (.toggleAllTapped, nil), (.filterTapped(.active), nil),
                (.editTapped(id: 1), nil),
                (.editChanged(text: ""), nil), (.editCanceled, nil), (.editTapped(id: 1), nil),
                (.editChanged(text: " "), nil), (.editSubmitted, nil), (.filterTapped(.all), nil),
            ],
        ]
    }()
}
