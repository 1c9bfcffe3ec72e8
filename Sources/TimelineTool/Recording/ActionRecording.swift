internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

struct ActionRecording {
    let output: String?
    let force: Bool
    /// Called before each reading of standard input; false ends it.
    var isAwaited: () throws -> Bool = { true }

    func run<P: Program>(with program: P) throws {
        if output == "-" { return try throughFolder(program) }
        let path = output ?? RecordingFiles.name(for: ProgramName(program.name)?.text)
        // The recorder would create it.
        try FileSystem.requireWritableFolder(of: path)
        try StatusPage.requireFree(beside: path)
        var files = RecordingFiles()
        try files.free(path, force: force)
        var count = 0
        let missing: Int
        do { missing = try record(program, to: path, count: &count) } catch {
            if count > 0 {
                files.removeBackups()
                throw ToolError(error).appending(
                    "\n\(Layout.count(count, "action")) before it \(count == 1 ? "is" : "are") recorded in \(path).")
            }
            FileSystem.remove(path)
            files.restore()
            throw error
        }
        files.removeBackups()
        try requireAll(missing, recorded: count, path)
        StandardError.write("\(path): \(Layout.count(count, "action")) recorded")
    }

    /// Through a private temporary folder, because a recorder cannot write to standard output.
    private func throughFolder(_ program: some Program) throws {
        let folder = try FileSystem.makeFolder(beside: "\(Environment.temporaryFolder)/timeline")
        defer { FileSystem.removeEmptyFolder(folder) }
        let path = "\(folder)/run.jsonl"
        defer { FileSystem.remove(path) }
        var (count, copied) = (0, 0)
        func copy() throws { copied = try StandardOutput.write(all: FileBytes(opening: path), from: copied) }
        var recording = self
        recording.isAwaited = {
            try copy()
            return !StandardStream.output.waitForClosedReader(orInput: 0)
        }
        let result = Result { () throws -> Int in try recording.record(program, to: path, count: &count) }
        // Without a file, the recorder could not start, and the result is its error.
        guard FileSystem.exists(path) else { return _ = try result.get() }
        try copy()
        try requireAll(try result.get(), recorded: count, "standard output")
    }

    /// The recorder reports its problems and continues, but here the file is the goal.
    private func requireAll(_ missing: Int, recorded count: Int, _ name: String) throws(ToolError) {
        guard missing > 0 else { return }
        let all = Layout.count(count + missing, "action")
        throw ToolError(.cannotCreate, "\(name) holds \(Layout.grouped(count)) of \(all); the reason is above")
    }

    /// `count` is the number on file, also where this throws.
    private func record<P: Program>(_ program: P, to path: String, count: inout Int) throws -> Int {
        var options = RecorderOptions()
        options.reportsStart = false
        let state = program.initialState
        let recorder = Recorder<P.State, P.Action>(
            program: program.name, version: program.version, initialState: state,
            generatesValues: program.generatesValues, in: .file(path), options: options, run: .fresh(),
            encoding: .of(program))
        if let problem = recorder.problem {
            throw ToolError(.cannotCreate, problem.kind == .fileExists ? OutputOption.exists(path) : problem.reason)
        }
        let result = Result { try reduce(program, from: state, recorder, &count) }
        recorder.finish()
        let missing = recorder.missing
        count -= missing
        try result.get()
        return missing
    }

    private func reduce<P: Program>(
        _ program: P, from first: P.State, _ recorder: Recorder<P.State, P.Action>, _ count: inout Int
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
            recorder.generating(inStep: seq) { program.reduce(&state, action) }
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
