internal import TimelineKit

extension RecordCommand {
    func recordActions<P: Program>(with program: P) throws {
        // For standard output through a private temporary folder, because a recorder cannot write there.
        let folder = try output == "-" ? TemporaryDirectory(in: Environment.temporaryFolder, name: "timeline") : nil
        defer { folder?.remove() }
        let path =
            folder.map { "\($0.path)/run.jsonl" } ?? output ?? RecordingFiles.name(for: ProgramName(program.name)?.text)
        let files = try RecordingFiles(for: path, force: force)
        var copied = 0
        func copy() throws { copied = try StandardOutput.write(all: FileBytes(opening: path), from: copied) }
        let recorder = Recorder(program: program, in: .file(path), options: Self.options(path))
        let result = Result {
            try record(program, recorder, to: path) {
                if folder == nil { return true }
                try copy()
                return !StandardStream.output.waitForClosedReader(orInput: 0)
            }
        }
        // Without a file, the recorder could not start.
        if folder != nil, FileSystem.exists(path) { try copy() }
        let count = recorder.seq - recorder.missing
        if case .failure = result, count == 0 {
            FileSystem.remove(path)
            files.restore()
        } else {
            files.removeBackups()
        }
        do { try result.get() } catch  where count > 0 && folder == nil {
            throw ToolError(error).appending(
                "\n\(Layout.count(count, "action")) before it \(count == 1 ? "is" : "are") recorded in \(path).")
        }
        // The recorder reports its problems and continues, but here the file is the goal.
        if recorder.missing > 0 {
            let held = "\(Layout.grouped(count)) of \(Layout.count(recorder.seq, "action"))"
            let name = folder == nil ? path : "standard output"
            throw ToolError(.cannotCreate, "\(name) holds \(held); the reason is above")
        }
        if folder == nil { StandardError.write("\(path): \(Layout.count(count, "action")) recorded") }
    }

    private static func options(_ path: String) -> RecorderOptions {
        // In order with the messages of the tool.
        var options = RecorderOptions { problem in
            let place = problem.message.contains(path) ? "" : " (\(path))"
            StandardError.write(Layout.visible("timeline: \(problem)\(place)"))
        }
        options.reportsStart = false
        return options
    }

    /// Until the input ended or failed.
    ///
    /// - Parameter isAwaited: Called before each reading of standard input; false ends it.
    private func record<P: Program>(
        _ program: P, _ recorder: Recorder<P.State, P.Action>, to path: String, isAwaited: @escaping () throws -> Bool
    ) throws {
        if let problem = recorder.problem {
            let reason = problem.kind == .fileExists ? OutputOption.exists(path) : problem.reason
            throw ToolError(.cannotCreate, reason)
        }
        defer { recorder.finish() }
        var state = recorder.initialState
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
        }
    }

    private func decode<Action: Decodable>(_ bytes: [UInt8], _ line: Int, _ program: String) throws -> Action {
        let text = JSONText(
            try ToolError.mapping(try JSON(parsing: bytes), "standard input, line \(line), ", as: .badFile))
        do throws(JSONCodingError) { return try JSONCoding.decode(Action.self, from: text) } catch {
            throw ToolError(
                .badFile,
                "standard input, line \(line): not an action of the program \"\(program)\": \(error)\n"
                    + "  \(Layout.cut(text.value.description, to: 76))")
        }
    }
}
