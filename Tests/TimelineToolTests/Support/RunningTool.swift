import Foundation

/// A tool that runs until it is ended.
final class RunningTool {
    let id: pid_t
    private let streams: String
    private let input: PipeEnd
    private var hasEnded = false

    init(id: pid_t, streams: String, input: PipeEnd) {
        self.id = id
        self.streams = streams
        self.input = input
    }

    deinit { if !hasEnded { _ = try? end(SIGKILL) } }

    var output: String { text(".out") }
    var errors: String { text(".err") }

    private func text(_ end: String) -> String {
        String(decoding: FileManager.default.contents(atPath: streams + end) ?? Data(), as: UTF8.self)
    }

    /// Waits for a part of the output, and returns it.
    func wait<Output>(for part: Regex<Output>) throws -> Output {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            if let found = output.firstMatch(of: part) { return found.output }
            usleep(5000)
        }
        throw Spawn.Failure(description: "the tool did not print what was awaited, but:\n\(output)\(errors)")
    }

    /// Sends a signal, and returns what the tool printed, and how it ended.
    func end(_ signal: Int32) throws -> Finished {
        kill(id, signal)
        hasEnded = true
        return Finished(status: try Spawn.wait(id, .seconds(20))).with(output: output, errors: errors)
    }
}

extension Finished {
    fileprivate func with(output: String, errors: String) -> Finished {
        Finished(output: output, errors: errors, status: status)
    }
}

/// A named pipe that stays open for writing, so that a tool that reads it waits.
final class PipeEnd {
    let path: String
    private let descriptor: Int32

    init(at path: String) throws {
        guard mkfifo(path, 0o600) == 0 else { throw Spawn.Failure(description: "no pipe at \(path)") }
        self.path = path
        descriptor = open(path, O_RDWR | O_CLOEXEC)
    }

    deinit { close(descriptor) }
}
