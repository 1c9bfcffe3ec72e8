internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct EditedJournal {
    let journal: Journal
    let recorded: Journal
    let numbering: StepNumbering
    /// The first recorded position after an edit from which on the states are those of the recording.
    let restored: Int?
    /// The first recorded position whose state the edits may change.
    let firstEdit: Int

    func recordedPosition(_ seq: Int) -> Int {
        min(numbering.recorded(seq, in: recorded.first...recorded.last), recorded.end)
    }

    func outcome(_ program: some Program, at seq: Int, _ option: ProgramOption) throws -> EditedText {
        let position = recordedPosition(seq)
        if let restored, position >= restored { return EditedText(seq: position, restored: restored) }
        let last = try RequestedStates([position], of: recorded, option).values[0]
        let state = try RequestedStates([seq], of: journal, option).values[0]
        return EditedText(
            seq: position, difference: JSONDifference(from: last, to: state),
            changed: last == state ? try changedStates(program, before: position) : nil)
    }

    /// The recorded positions from the first edit on whose states the edits change; nil if that is unknown.
    private func changedStates<P: Program>(_ program: P, before position: Int) throws -> RangeSet<Int>? {
        guard firstEdit < position else { return RangeSet() }
        var edited = TrapReport.watched(Replayer(program, journal), isEdited: true)
        var states = ReplayedStates(TrapReport.watched(Replayer(program, recorded)))
        var (changed, isKnown) = (RangeSet<Int>(), true)
        do {
            try states.walk(firstEdit...position - 1) { seq, state in
                let other = numbering.edited(seq)
                // A walk goes on from where it is; requested states are copied.
                if edited.position == nil || other < edited.position! { _ = try edited.state(at: other) }
                while edited.position! < other { _ = try edited.next() }
                if edited.withCurrentState({ $0 == state }) != true { changed.insert(contentsOf: seq..<seq + 1) }
                return true
            } unknown: { _ in
                isKnown = false
                return true
            }
        } catch is BisectDivergence { return nil }
        return isKnown ? changed : nil
    }
}
