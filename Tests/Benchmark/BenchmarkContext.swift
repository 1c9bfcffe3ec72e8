internal import Foundation
internal import TimelineKit

/// What all measures share: their recordings, the tool, and the amount of work.
struct BenchmarkContext {
    let recordings: Recordings
    let scale: Scale
    /// The path of the `timeline` to measure.
    let tool: String

    @discardableResult
    func run(_ arguments: [String], exitStatus: Int = 0) throws -> Command {
        try Command(arguments, outputFile: recordings.scratch("output"), exitStatus: exitStatus)
    }

    /// The seconds that a command of the tool takes.
    func seconds(_ arguments: String..., exitStatus: Int = 0) throws -> Double {
        try run([tool] + arguments, exitStatus: exitStatus).seconds
    }

    /// A command to compare with, whose first word is looked up on the `PATH`.
    func peer(_ name: String, _ words: String..., goal: Double? = nil, isSpeed: Bool = false) -> Measure.Peer {
        guard let path = Command.find(words[0]) else { return Measure.Peer(name, run: nil) }
        return Measure.Peer(name, goal: goal, isSpeed: isSpeed) { try run([path] + words.dropFirst()).seconds }
    }

    /// A full replay to compare with.
    func replay(of path: String, goal: Double?) -> Measure.Peer {
        Measure.Peer("timeline replay --verify", goal: goal) { try seconds("replay", path, "--verify") }
    }

    /// DuckDB to compare with: the seconds of a query over a recording, without the start of Python.
    func duckDB(where condition: String, in path: String, goal: Double?) throws -> Measure.Peer {
        let name = "DuckDB, its query alone"
        guard let python = Command.find("python3"),
            (try? run([python, "-c", "import duckdb"])) != nil
        else { return Measure.Peer(name, run: nil) }
        let script = """
            import duckdb, sys, time
            duckdb.sql("SET enable_progress_bar = false")
            start = time.monotonic()
            rows = duckdb.sql(
                "select seq, action from read_json('" + sys.argv[1] + "', format='newline_delimited', "
                "columns={seq:'BIGINT', action:'JSON'}, maximum_object_size=67108864) where " + sys.argv[2]).fetchall()
            assert len(rows) > 0
            print(time.monotonic() - start)
            """
        return Measure.Peer(name, goal: goal) {
            let output = try run([python, "-c", script, path, condition]).output
            guard let seconds = output.split(whereSeparator: \.isNewline).last.flatMap({ Double($0) }) else {
                throw BenchmarkError(description: "unexpected output of DuckDB: \(output)")
            }
            return seconds
        }
    }

    /// The seconds for each of `count` actions that `body` records.
    func seconds<P: Program>(
        each count: Int, recording program: P, options: RecorderOptions = RecorderOptions(),
        _ body: (Recorder<P.State, P.Action>) -> Void
    ) -> Double {
        let path = recordings.scratch("run.jsonl")
        // The file can be large.
        defer { try? FileManager.default.removeItem(atPath: path) }
        let recorder = Recorder(program: program, in: .file(path), options: options)
        defer { recorder.finish() }
        return Stopwatch.seconds(each: count) { body(recorder) }
    }

    /// Writes a text to a file, and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        let path = recordings.scratch(name)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    func tool(of program: String) throws -> String {
        let tools = URL(fileURLWithPath: tool).deletingLastPathComponent().path + "/timeline-test-tool"
        guard FileManager.default.isExecutableFile(atPath: tools) else {
            throw BenchmarkError(description: "\(tools) does not exist. Build it with: swift build -c release")
        }
        // It picks its program by its own name.
        let tool = "\(recordings.folder)/\(program)-timeline"
        if !FileManager.default.fileExists(atPath: tool) {
            try FileManager.default.copyItem(atPath: tools, toPath: tool)
        }
        return tool
    }

    /// The root of this package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}

/// Measures time on a monotonic clock.
enum Stopwatch {
    /// The duration of `body` divided by `count`, in seconds.
    static func seconds(each count: Int = 1, _ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body) / .seconds(count)
    }
}
