internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

extension DiffCommand {
    func compareRecordings() throws {
        var arguments = [journal, journal]
        arguments[1].path = one
        if arguments.allSatisfy({ $0.file == "-" }) {
            throw ToolError(.usage, "standard input can be only one of the two timelines")
        }
        let journals = try arguments.map { try $0.open() }
        let (name, otherName) = (journals[0].header.program, journals[1].header.program)
        guard name == otherName else {
            throw ToolError(
                .badFile,
                """
                \(arguments[0].file) was recorded by the program "\(Layout.visible(name))", and \(one) by \
                "\(Layout.visible(otherName))": only recordings of one program can be compared
                """)
        }
        let program: (any Program)?
        do throws(ToolError) { program = try self.program.program(name, for: journals[0].name) } catch {
            guard error.status == ExitStatus.unavailable.rawValue, self.program.path == nil, !fresh.isOn else {
                throw error
            }
            program = nil
        }
        let text = try RecordingDiffText(journals, zip(arguments, journals).map { $0.file == "-" ? $1.name : $0.file })
        if !json.isOn { try text.actions().forEach { StandardOutput.print($0) } }
        StandardOutput.flush()
        let found =
            try program.map { try states($0, journals, arguments, text) }
            ?? StateComparison(journals[0], journals[1], text.pairs)
        if json.isOn { return StandardOutput.print(try text.json(found).description) }
        try text.states(found, usesProgram: program != nil).forEach { StandardOutput.print($0) }
    }

    private func states<P: Program>(
        _ program: P, _ journals: [Journal], _ arguments: [JournalArgument], _ text: RecordingDiffText
    ) throws -> StateComparison {
        let replayers = journals.map { TrapReport.watched(Replayer(program, $0, fresh: fresh.isOn)) }
        let found = try StateComparison(replayers[0], replayers[1], text.pairs)
        guard let at = found.difference?.at ?? found.equals.last else { return found }
        // Where all states are equal, the answer depends on all.
        let start = found.difference?.at ?? found.equals.first ?? at
        let ranges = [start.one...at.one, start.other...at.other]
        for (range, (journal, argument)) in zip(ranges, zip(journals, arguments)) {
            let check = DeterminismCheck(argument: argument, question: "where the states part", isJSON: json.isOn)
            try check.require(program, journal, fresh: fresh.isOn, on: range)
            if !fresh.isOn, let warning = try RequestedStates.disagreement(program, journal, range.upperBound) {
                StandardError.write("Warning: \(journal.name): \(warning).")
            }
        }
        return found
    }
}
