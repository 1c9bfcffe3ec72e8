internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal

struct EditedJournal {
    let journal: Journal
    let recorded: Journal
    let numbering: StepNumbering
    /// The first recorded position after an edit from which on the states are those of the recording.
    let restored: Int?

    func recordedPosition(_ seq: Int) -> Int {
        min(numbering.recorded(seq, in: recorded.first...recorded.last), recorded.end)
    }

    func outcome(at seq: Int, _ state: JSON, _ option: ProgramOption) throws -> EditedText {
        let position = recordedPosition(seq)
        if let restored, position >= restored { return EditedText(seq: position, restored: restored) }
        var states = TimelineStates(recorded, option)
        return EditedText(seq: position, recorded: try states.state(at: position), edited: state)
    }
}
