import Foundation
import TimelineTestPrograms
import TimelineTestSupport

/// One launch of the app, until it is killed.
struct KilledLaunch {
    let notices: [Notice]
    /// Whether SIGKILL ended it, rather than `finish`.
    let wasKilled: Bool
    /// The problem, if it ended in another way.
    let problem: String?

    /// Longer than any launch takes.
    private static let timeout = Duration.seconds(300)

    /// - Parameter segments: Returns the number of segments so far.
    init(_ orders: BulkOrders, _ moment: KillMoment, segments: () throws -> Int) throws {
        unlink(orders.pipe)
        guard mkfifo(orders.pipe, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        let pipe = open(orders.pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(pipe) }
        let limit = ContinuousClock.now + Self.timeout
        let process = try TestProcess(
            ["\(TestTools.folder)/bulk-app", String(decoding: JSONEncoder().encode(orders), as: UTF8.self)],
            environment: [
                "TMPDIR": FileManager.default.temporaryDirectory.path,
                "SWIFT_BACKTRACE": "enable=yes,color=no,interactive=no,cache=no",
            ])

        var listener = NoticeListener(pipe)
        var acknowledged = 0
        var due: ContinuousClock.Instant?
        while process.isRunning, .now < due ?? limit {
            let fresh = listener.listen()
            acknowledged += fresh.count { $0.kind == .acknowledged }
            let isTriggered =
                switch moment.trigger {
                case .start: true
                case .phase(let kind): fresh.contains { $0.kind >= kind }
                case .actions(let count): acknowledged >= count
                case .segments(let count): try segments() >= count
                case .never: false
                }
            if isTriggered, due == nil { due = .now + moment.delay }
            if .now + .microseconds(100) < due ?? limit { usleep(50) }
        }
        let end = try process.end(SIGKILL)
        _ = listener.listen()
        notices = listener.notices
        wasKilled = end.status == 128 + SIGKILL
        problem =
            if wasKilled { due == nil ? "it did not end within the timeout" : nil } else {
                end.status == 0 ? nil : "it ended with status \(end.status): \(end.errors.prefix(4000))"
            }
    }
}
