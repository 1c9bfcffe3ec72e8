internal import ArgumentParser
internal import Dispatch
internal import Synchronization
internal import TimelineDebugger
internal import TimelineKit

/// Asks the same of several timelines, each in a process of its own, as many at once as there are processors.
struct SeveralTimelines: ParsableArguments {
    @Argument(
        help: ArgumentHelp("More timelines, or folders of them: each line begins with its file.", valueName: "files"),
        completion: .file())
    var others: [String] = []

    @Flag(help: "Print only how often, for each timeline and in all.")
    var count = false

    static let help = """
        Of several files, and with --count of a folder, all timelines are searched, in processes of their own; what could not be \
        is named and counted. Then the command exits with 0 if one has any, and else with 2 if one could not be searched.
        """

    private struct Answer: Sendable {
        let name: String
        var count = 0
        var status = ExitStatus.cannotTell.rawValue
        var output: FileBytes?
        var reason = ""
    }

    /// - Parameter count: In a line of an answer as JSON.
    func ask(
        _ command: String, _ files: [String], _ noun: String, _ json: JSONOption,
        count: @escaping @Sendable ([UInt8]) -> Int
    ) throws {
        if json.isOn {
            throw ToolError(.usage, "--json answers for one timeline: name one file, or pass --count alone")
        }
        if files.contains("-") { throw ToolError(.usage, "standard input is one timeline: name files and folders") }
        let command = [CurrentProcess.executable, command]
        var words = Array(CommandLine.arguments.dropFirst(2))
        for file in files { if let index = words.firstIndex(of: file) { words.remove(at: index) } }
        words.removeAll { $0 == "--count" }
        if self.count { words.append("--json") }
        let found = files.flatMap { FoundTimeline.all(at: $0) }
        let state = Mutex((printed: 0, answers: [Int: Answer]()))
        DispatchQueue.concurrentPerform(iterations: found.count) { [words] index in
            let answer = self.answer(found[index], command, words, count)
            state.withLock { state in
                state.answers[index] = answer
                while let answer = state.answers[state.printed] {
                    show(answer)
                    state.answers[state.printed]?.output = nil
                    state.printed += 1
                }
            }
        }
        try finish(state.withLock { Array($0.answers.values) }, noun)
    }

    private func answer(
        _ timeline: FoundTimeline, _ command: [String], _ words: [String], _ counting: @escaping ([UInt8]) -> Int
    ) -> Answer {
        switch timeline {
        case .error(let path, let error): return Answer(name: path, reason: "\(error)")
        case .place(let place):
            var answer = Answer(name: place.name)
            do {
                var spool = try Spool(named: place.name)
                var error: (any Error)?
                let process = try ProgramProcess(
                    command + [place.name] + words, environment: [ProgramProcess.variable: "-1"], input: []
                ) { line in
                    if line.starts(with: "Error: ".utf8) {
                        answer.reason = String(decoding: line.dropFirst("Error: ".utf8.count), as: UTF8.self)
                    } else if count {
                        answer.count += counting(line)
                    } else {
                        let line = Array("\(place.name): ".utf8) + line + [UInt8(ascii: "\n")]
                        do { try spool.append(line) } catch let failure { error = failure }
                    }
                }
                if case .exited(let status) = try process.end().ending { answer.status = Int32(status) }
                if let error { throw error }
                answer.output = try spool.finish()
            } catch { answer.reason = ToolError(error).message }
            return answer
        }
    }

    private func show(_ answer: Answer) {
        if answer.status > ExitStatus.negative.rawValue {
            StandardOutput.flush()
            StandardError.write("\(Layout.visible(answer.name)): not searched: \(Layout.visible(answer.reason))")
        } else if count {
            StandardOutput.print("\(Layout.visible(answer.name)): \(Layout.grouped(answer.count))")
        } else if answer.status == 0, let output = answer.output {
            _ = try? StandardOutput.write(all: output)
        }
    }

    private func finish(_ answers: [Answer], _ noun: String) throws {
        let (having, failed) = (answers.count { $0.status == 0 }, answers.count { $0.status > 1 })
        let sum = count ? "\(Layout.count(answers.reduce(0) { $0 + $1.count }, noun)) in " : "Found in "
        let all = "\(Layout.grouped(having)) of \(Layout.count(answers.count, "timeline"))"
        StandardOutput.print(sum + all + (failed > 0 ? "; \(Layout.grouped(failed)) could not be searched." : "."))
        if having == 0 { throw ToolError(failed > 0 ? .cannotTell : .negative) }
    }
}
