internal import ArgumentParser
internal import Dispatch
internal import TimelineDebugger
internal import TimelineKit

/// What would have happened with other steps than the recorded ones, in processes of their own, one after another. The recording never changes.
struct EditedRuns: Sendable {
    /// Nil for an app, of whose runs copies are made.
    let file: String?
    /// Of the copies.
    let folder: ProcessFolder
    /// Options of `timeline replay` that every command has; `programOptions` name the program, and are only shown.
    let options, programOptions: [String]
    let queue = DispatchQueue(label: "timeline.serve.edits")

    /// - Parameter request: `{"id":1,"run":2,"words":["--skip","33","--insert","41","{…}"]}`, options of `timeline replay`, and the run of an
    ///   app; with `"save":true`, the edited timeline is saved as `run.edited.jsonl`, or with a number if that exists.
    func answer(to request: JSONObject, on page: ServedPage, _ question: AgentQuestion) -> [UInt8] {
        var answer = JSONObject()
        do {
            let words = request["words"]?.array?.compactMap(\.string) ?? []
            guard let edits = try? EditOptions.parse(PositionArguments.prepared(words)), edits.output.path == nil else {
                throw ToolError(.usage, "the words of edits must be --skip, --edit, --insert and --set, with values")
            }
            let run = page.run(request["run"]?.int)
            let source = file ?? run.saved
            let name = source ?? RecordingFiles.name(for: ProgramName(run.page.header.program)?.text)
            let path = request["save"] == true ? ProductFile.unused(ProductFile.path(beside: name, "edited")) : nil
            let all = words + (path.map { ["--output=\($0)"] } ?? [])
            let end = run.page.summary.unreturned ?? run.page.end.last + 1
            let file = try file ?? run.copy(in: folder)
            answer = try outcome(of: EditRequest(words: all, file: options + ["--", file], end: end), question)
            if let path, FileStatus.exists(path) { answer["saved"] = .string(path) }
            let command = (["replay", source ?? "-"] + words + options + programOptions).map { Layout.argument($0) }
            answer["command"] = .string("\(Invocation.name) \(command.joined(separator: " "))")
        } catch { answer["problem"] = .string(ToolError(error).message) }
        answer["id"] = request["id"]
        return JSON.members(["edits": .object(answer)]).text
    }

    private func outcome(of request: EditRequest, _ question: AgentQuestion) throws -> JSONObject {
        let process = try ProgramProcess(input: [], seconds: SupervisedProcess.limit, onlyReducers: false)
        question.begin(process.child)
        defer { question.finish() }
        try process.ask(request, isLast: true)
        var answer = JSONObject()
        while let next = try process.next(ReplayAnswer.self)?.answer {
            switch next {
            case .outcome(let text): answer = text.value.object ?? answer
            case .failed(let reason): throw ToolError(.cannotTell, reason)
            default: return answer
            }
        }
        question.finish()
        let (ending, isLate) = try process.end()
        let trap = TrapReport.TrapError(process.progress)
        if let trap, trap.isEdited {
            answer["crash"] = .int(trap.step)
        } else {
            let reason =
                VerificationWorker.reason(process, ending, isLate: isLate)
                ?? trap.map { "the present reducer traps in step \($0.step) of the recording" }
            answer["problem"] = .string(reason ?? "the process that reduces it \(ending.text)")
        }
        return answer
    }
}
