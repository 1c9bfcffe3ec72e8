import Foundation
import Testing
import TimelineTestSupport

/// A long run of the built `episodes`, with its own home.
final class LiveRun {
    let home: String
    private let folder: TemporaryFolder
    let process: TestProcess
    /// The bytes of the output that were read.
    private var readCount = 0

    init(_ arguments: [String], home: String? = nil, environment: [String: String] = [:]) throws {
        folder = TemporaryFolder()
        let home = home ?? folder.path
        self.home = home
        process = try TestProcess(
            [Run.binary] + arguments, in: home,
            environment: ["SWIFT_BACKTRACE": "enable=no", "HOME": home, "TMPDIR": home].merging(environment) { $1 },
            input: .pipe)
    }

    deinit { _ = try? process.end(SIGKILL) }

    func type(_ line: String) throws { try process.type("\(line)\n") }

    /// The output up to and including `end`; less where the app exits before.
    func read(until end: String) -> String {
        let text = process.output(after: readCount, through: end, within: .seconds(120))
        readCount += text.utf8.count
        return text
    }

    /// Prints the screen until it contains the expected text.
    func show(until wanted: String) throws {
        for _ in 0..<300 {
            try type("wait 0.02")
            if read(until: "refresh)\n\n").contains(wanted) { return }
        }
        Issue.record("\(wanted) was never shown")
    }

    /// Ends the input, and waits.
    func end() throws -> Finished {
        process.closeInput()
        return try process.finished(within: .seconds(120))
    }
}
