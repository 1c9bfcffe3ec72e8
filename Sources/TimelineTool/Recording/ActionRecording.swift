internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// Reduces actions that arrive on standard input, and records them.
struct ActionRecording {
    let output: String?
    let force: Bool

    func run<P: Program>(with program: P) throws {
        if output == "-" { return try throughFolder(program) }
        let path = output ?? RecordingName.now(of: ProgramName(program.name))
        do throws(FileError) { try StatusPage.requireFree(beside: path) } catch { throw OutputOption.refusal(error) }
        var replaced = ReplacedFiles()
        try replaced.makeWay(path, force: force)
        var count = 0
        let missing: Int
        do {
            missing = try record(program, to: path, count: &count)
        } catch {
            if count > 0 {
                replaced.remove()
                throw ToolError(error).followed(
                    by: "\(Layout.count(count, "action")) before it \(count == 1 ? "is" : "are") recorded in \(path).")
            }
            // Nothing was recorded: all is as it was before.
            FileSystem.remove(path)
            replaced.putBack()
            throw error
        }
        replaced.remove()
        try requireAll(missing, beside: count, path)
        StandardError.write("\(path): \(Layout.count(count, "action")) recorded")
    }

    /// A recorder writes files; for standard output one is made in a new folder that nobody else can enter.
    private func throughFolder(_ program: some Program) throws {
        let folder: String
        do throws(FileError) {
            folder = try FileSystem.makeTemporaryFolder(in: Environment.temporaryFolder, prefix: "timeline-")
        } catch {
            throw ToolError(error)
        }
        defer { FileSystem.removeEmptyFolder(folder) }
        let path = "\(folder)/run.jsonl"
        defer { FileSystem.remove(path) }
        var count = 0
        let result = Result { () throws -> Int in try record(program, to: path, count: &count) }
        // A recorder that could not begin left no file, and its error tells why.
        guard FileSystem.exists(path) else { return _ = try result.get() }
        _ = try StandardOutput.write(all: try FileBytes(opening: path))
        try requireAll(try result.get(), beside: count, "standard output")
    }

    /// The recorder goes on whatever stands in its way, and has told of it; but what was asked for is the file.
    private func requireAll(_ missing: Int, beside count: Int, _ name: String) throws(ToolError) {
        guard missing > 0 else { return }
        let all = Layout.count(count + missing, "action")
        throw ToolError(.cannotCreate, "\(name) holds \(Layout.grouped(count)) of \(all), as told above")
    }

    /// Counts the actions that are on file. What was recorded before a fault is.
    ///
    /// - Returns: How many are missing.
    private func record<P: Program>(_ program: P, to path: String, count: inout Int) throws -> Int {
        var options = RecorderOptions()
        options.reportsStart = false
        let recorder = Recorder(program: program, in: .file(path), options: options)
        if let problem = recorder.problem {
            let exists = problem.kind == .fileExists
            throw ToolError(.cannotCreate, exists ? "\(path) exists already; --force replaces it" : problem.reason)
        }
        let result = Result { try reduce(program, recorder, &count) }
        recorder.finish()
        let missing = recorder.missing
        count -= missing
        try result.get()
        return missing
    }

    private func reduce<P: Program>(
        _ program: P, _ recorder: Recorder<P.State, P.Action>, _ count: inout Int
    ) throws {
        var state = program.initialState
        var line = 0
        var input = try InputLines()
        while let bytes = try input.next() {
            line += 1
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            let action: P.Action = try decode(bytes, line, program.name)
            let seq = recorder.begin(action)
            program.reduce(&state, action)
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
                "standard input, line \(line): this is no action of the program \"\(program)\": \(error)\n"
                    + "  \(Layout.cut(text.value.description, to: 76))")
        }
    }
}
