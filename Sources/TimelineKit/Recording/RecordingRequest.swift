internal import TimelineJournal
internal import TimelineSystem

/// What `timeline record --` and the app that it runs say to each other, through the environment.
package enum RecordingRequest {
    /// Names the file to record into.
    package static let fileVariable = "TIMELINE_RECORD"
    /// Names the file that takes the reason why nothing is recorded.
    package static let problemVariable = "TIMELINE_RECORD_PROBLEM"

    static var file: String? { variable(fileVariable) }

    /// Leaves the reason why nothing is recorded, for `timeline record --` to repeat.
    static func leave(_ problem: RecordingProblem) {
        guard let path = variable(problemVariable) else { return }
        try? OutputFile.write(Array(problem.reason.utf8), to: path, replacing: true)
    }

    private static func variable(_ name: String) -> String? {
        SystemInfo.environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
