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
                let text = try edited.withCurrentState { try JSONCoding.encode($0) }
                if try text != JSONCoding.encode(state) { changed.insert(contentsOf: seq..<seq + 1) }
                return true
            } unknown: { _ in
                isKnown = false
                return true
            }
        } catch is BisectDivergence { return nil }
        return isKnown ? changed : nil
    }
}

struct EditedText: Answer {
    let seq: Int
    /// Nil if the state is the recorded one, because steps before position `restored` cannot be reduced.
    var difference: JSONDifference?
    var restored = 0
    /// The earlier recorded positions whose states the edits change; nil if that is unknown.
    var changed: RangeSet<Int>?

    var isKnown: Bool { difference != nil }

    var lines: [String] {
        guard let difference else {
            return [
                "Can't tell what the edits change from step \(restored) on: a step before it cannot be reduced again, and the",
                "state after it is the recorded one.",
            ]
        }
        if difference.isEmpty {
            let same = "he state recorded after step \(seq) is the same"
            guard let changed else { return ["T\(same)."] }
            guard let steps = SkippedText.list(changed) else {
                return ["The edits change nothing: t\(same), and so is each one before it."]
            }
            return ["T\(same). The edits change the states recorded after \(steps)."]
        }
        return ["The state differs from the one recorded after step \(seq) (recorded → edited):"]
            + DifferenceText.lines(difference, indent: 2)
    }

    static let fields: Fields<Self> = """
        seq\({ $0.seq }) // The step of the recording.
        diff\({ $0.difference?.patch }): patch | null // From the state recorded after it; null if the outcome is unknown.
        changed?\({ $0.changed }): spans // Earlier steps after which the state differs; absent if unknown.
        """
}
