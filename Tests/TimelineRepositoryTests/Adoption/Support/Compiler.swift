import Foundation
import TimelineTestSupport

/// Compiles files against the modules that were built for these tests.
struct Compiler {
    /// Where the modules of this build are: beside the tests.
    private static let products = Bundle.main.executableURL!.resolvingSymlinksInPath().deletingLastPathComponent()

    /// The maps of the C modules that our modules import.
    private static let moduleMaps: [URL] = {
        let checkouts = products.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        return [
            Repository.url.appending(path: "Sources/CTimelineZlib/module.modulemap"),
            Repository.url.appending(path: "Sources/CTimeline/include/module.modulemap"),
            checkouts.appending(path: "FlyingFox/CSystemLinux/include/module.modulemap"),
        ]
    }()

    /// What the compiler said of files of these names and texts, and whether it made objects of them. Not `-typecheck`,
    /// which finds fewer errors.
    static func compile(_ files: [String: String], _ flags: [String]) throws -> (isSuccess: Bool, output: String) {
        let folder = TemporaryFolder()
        for (name, text) in files { try folder.write(text.utf8, to: name) }
        let arguments =
            [
                "swiftc", "-c", "-parse-as-library", "-wmo", "-module-name", "Samples",
                "-I", products.appending(path: "Modules").path(percentEncoded: false),
                "-I", products.path(percentEncoded: false),
                // The README's name of a target of the app.
                "-module-alias", "CounterCore=TimelineTestPrograms",
            ] + Self.moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path(percentEncoded: false))"] }
            + flags + files.keys.sorted()
        let finished = try TestProcess.run(arguments, in: folder.path, within: .seconds(300))
        return (finished.status == 0, finished.output + finished.errors)
    }
}
