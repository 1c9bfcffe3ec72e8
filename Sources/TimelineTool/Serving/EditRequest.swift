internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// A request to a worker process to reduce an edited timeline: the edit options of `timeline replay`, and the file.
struct EditRequest: Codable {
    let words, file: [String]
    /// The first recorded position without a state.
    let end: Int

    /// Sends an answer whenever it changes, as a reducer may trap later. With `-o`, only saves the timeline.
    func answer() throws {
        let edits = try EditOptions.parse(PositionArguments.prepared(words))
        let option = try ProgramOption.parse([])
        guard let edited = try edits.apply(to: JournalArgument.parse(file), option) else { return }
        if edits.output.path == nil { try answer(LinkedProgram.required(), edited, option) }
        try SupervisedProcess.answer(ReplayAnswer.end)
    }

    private func answer<P: Program>(_ program: P, _ edited: EditedJournal, _ option: ProgramOption) throws {
        let journal = edited.journal
        let view = TimelineView(journal: journal, file: "", range: journal.first...journal.last, rule: nil)
        let rules = try view.rules(program)
        var states = ReplayedStates(TrapReport.watched(Replayer(program, journal), isEdited: true))
        var walk = RuleWalk(rules, states)
        var recorded = TrapReport.watched(Replayer(program, edited.recorded))
        var answer = JSONObject()
        func report() throws {
            answer["verdict"] = view.verdict(rules)?.json
            try SupervisedProcess.answer(ReplayAnswer.outcome(JSONText(.object(answer))))
        }
        var position = edited.firstEdit
        try states.walkAcrossBreaks(view.range) { seq, state in
            try walk.visit(state, at: seq)
            var isNew = rules.contains { $0.first?.bad == seq }
            while position < end, case let place = edited.numbering.edited(position), place <= seq {
                defer { position += 1 }
                guard place == seq else { continue }
                guard let other = try? recorded.state(at: position) else { continue }
                let both = try [other, state].map { try ReplayError.encode($0, at: seq, of: "") }
                guard both[0] != both[1] else { continue }
                (answer["firstDifference"], position, isNew) = (.int(position), end, true)
            }
            if isNew { try report() }
        } unknown: { _ in
        } onBreak: { _, _, error in
            walk.forgetState()
            answer["note"] = answer["note"] ?? .string("\(error)")
        }
        answer["steps"] = .int(journal.last - journal.first)
        if edited.recordedPosition(journal.last) < end {
            let lines = try edited.outcome(program, at: journal.last, option).lines
            answer["outcome"] = .array(lines.map { .string($0) })
        }
        try report()
    }
}
