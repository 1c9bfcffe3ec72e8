import TimelineTestSupport

/// Runs the built `episodes` to its end.
enum Run {
    static let binary = TestTools.folder + "/episodes"

    static func ended(_ arguments: [String], input: String = "", in folder: String? = nil) throws -> Finished {
        // A crash report is slow, and not needed here.
        try TestProcess.run(
            [binary] + arguments, in: folder, environment: ["SWIFT_BACKTRACE": "enable=no"], input: input,
            within: .seconds(120))
    }
}
