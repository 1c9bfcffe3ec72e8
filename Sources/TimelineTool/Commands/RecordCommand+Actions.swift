internal import TimelineKit

extension RecordCommand {
    func recordActions(with program: some Program) throws {
        if output == "-" { return try throughFolder(program) }
        let path = output ?? RecordingFiles.name(for: ProgramName(program.name)?.text)
        let files = try RecordingFiles(for: path, force: force)
        let (count, missing, error) = record(program, to: path)
        if let error, count == 0 {
            FileSystem.remove(path)
            files.restore()
            throw error
        }
        files.removeBackups()
        if let error {
            throw ToolError(error).appending(
                "\n\(Layout.count(count, "action")) before it \(count == 1 ? "is" : "are") recorded in \(path).")
        }
        try requireAll(missing, recorded: count, path)
        StandardError.write("\(path): \(Layout.count(count, "action")) recorded")
    }

    /// Through a private temporary folder, because a recorder cannot write to standard output.
    private func throughFolder(_ program: some Program) throws {
        let folder = try TemporaryDirectory(in: Environment.temporaryFolder, name: "timeline")
        defer { folder.remove() }
        let path = "\(folder.path)/run.jsonl"
        var copied = 0
        func copy() throws { copied = try StandardOutput.write(all: FileBytes(opening: path), from: copied) }
        let (count, missing, error) = record(program, to: path) {
            try copy()
            return !StandardStream.output.waitForClosedReader(orInput: 0)
        }
        // Without a file, the recorder could not start.
        if FileSystem.exists(path) { try copy() }
        if let error { throw error }
        try requireAll(missing, recorded: count, "standard output")
    }

    /// The recorder reports its problems and continues, but here the file is the goal.
    private func requireAll(_ missing: Int, recorded count: Int, _ name: String) throws(ToolError) {
        guard missing > 0 else { return }
        let all = Layout.count(count + missing, "action")
        throw ToolError(.cannotCreate, "\(name) holds \(Layout.grouped(count)) of \(all); the reason is above")
    }

    /// The numbers of actions on file, and of those that are not, until the input ended or failed.
    ///
    /// - Parameter isAwaited: Called before each reading of standard input; false ends it.
    private func record<P: Program>(
        _ program: P, to path: String, isAwaited: @escaping () throws -> Bool = { true }
    ) -> (recorded: Int, missing: Int, error: (any Error)?) {
        var options = RecorderOptions()
        options.reportsStart = false
        // In order with the messages of the tool.
        options.onProblem = { problem in
            let place = problem.message.contains(path) ? "" : " (\(path))"
            StandardError.write(Layout.visible("timeline: \(problem)\(place)"))
        }
        let state = program.initialState
        let recorder = Recorder<P.State, P.Action>(
            program: program.name, version: program.version, initialState: state,
            generatesValues: program.generatesValues, in: .file(path), options: options, run: .fresh(),
            encoding: .of(program))
        if let problem = recorder.problem {
            let reason = problem.kind == .fileExists ? OutputOption.exists(path) : problem.reason
            return (0, 0, ToolError(.cannotCreate, reason))
        }
        var (count, failure): (Int, (any Error)?) = (0, nil)
        do { try reduce(program, from: state, recorder, isAwaited, &count) } catch { failure = error }
        recorder.finish()
        return (count - recorder.missing, recorder.missing, failure)
    }

    private func reduce<P: Program>(
        _ program: P, from first: P.State, _ recorder: Recorder<P.State, P.Action>,
        _ isAwaited: @escaping () throws -> Bool, _ count: inout Int
    ) throws {
        var state = first
        var line = 0
        var input = try InputLines(isAwaited: isAwaited)
        while let bytes = try input.next() {
            line += 1
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            let action: P.Action = try decode(bytes, line, program.name)
            let seq = recorder.begin(action)
            SupervisedProcess.note(line)
            recorder.withGeneratedValues(ofStep: seq) { program.reduce(&state, action) }
            SupervisedProcess.note(nil)
            recorder.commit(seq, state)
            count += 1
        }
    }

    private func decode<Action: Decodable>(_ bytes: [UInt8], _ line: Int, _ program: String) throws -> Action {
        let text: JSONText
        do throws(JSONError) { text = JSONText(try JSON(parsing: bytes)) } catch {
            throw ToolError(.badFile, "standard input, line \(line), byte \(error.byte): \(error.reason)")
        }
        do throws(JSONCodingError) { return try JSONCoding.decode(Action.self, from: text) } catch {
            throw ToolError(
                .badFile,
                "standard input, line \(line): not an action of the program \"\(program)\": \(error)\n"
                    + "  \(Layout.cut(text.value.description, to: 76))")
        }
    }
}
