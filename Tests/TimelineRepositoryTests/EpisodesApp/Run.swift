import Foundation
import TimelineTestSupport

/// Runs the built `episodes` to its end.
enum Run {
    static func ended(_ arguments: [String], input: String = "", in folder: String? = nil) throws -> Finished {
        // A crash report is slow, and not needed here.
        let process = try TestProcess(
            [binary.path] + arguments, in: folder, environment: ["SWIFT_BACKTRACE": "enable=no"], input: .pipe)
        // A run that ends at once reads no input.
        try? process.type(input)
        process.closeInput()
        return try process.finished(within: .seconds(120))
    }

    static var binary: URL { built("episodes") }

    /// Beside the tests, except under Xcode.
    static func built(_ name: String) -> URL {
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
        if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
        return Repository.url.appending(path: ".build/debug/\(name)")
    }
}
