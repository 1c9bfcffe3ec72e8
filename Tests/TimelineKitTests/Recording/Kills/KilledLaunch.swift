import BulkCore
import Foundation
import TestSupport

/// One launch of the app, until it is killed.
struct KilledLaunch {
    /// Its notices, in order.
    let notices: [Notice]
    /// Whether SIGKILL ended it, rather than `finish`.
    let wasKilled: Bool
    /// The problem, if it ended in another way.
    let problem: String?

    private static let app: String = {
        #if os(macOS)
            Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent().appending(path: "bulk-app").path
        #else
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "bulk-app").path
        #endif
    }()

    /// Longer than any launch takes.
    private static let timeout = Duration.seconds(300)

    /// - Parameter segments: Returns the number of segments so far.
    init(_ orders: BulkOrders, _ moment: KillMoment, errors: String, segments: () throws -> Int) throws {
        unlink(orders.pipe)
        guard mkfifo(orders.pipe, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        let pipe = open(orders.pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(pipe) }
        let clock = ContinuousClock()
        let begin = clock.now
        let id = try Self.start([Self.app, String(decoding: JSONEncoder().encode(orders), as: UTF8.self)], errors)

        var listener = NoticeListener(pipe)
        var acknowledged = 0
        var status: Int32 = 0
        var due: ContinuousClock.Instant?
        while true {
            let fresh = listener.listen()
            acknowledged += fresh.reduce(0) { $0 + ($1.kind == .acknowledged ? 1 : 0) }
            if due == nil {
                let isTriggered =
                    switch moment.trigger {
                    case .start: true
                    case .phase(let kind): fresh.contains { $0.kind >= kind }
                    case .actions(let count): acknowledged >= count
                    case .segments(let count): try segments() >= count
                    case .never: false
                    }
                if isTriggered { due = clock.now + moment.delay }
            }
            let now = clock.now
            if now >= due ?? begin + Self.timeout { break }
            if waitpid(id, &status, WNOHANG) == id {
                _ = listener.listen()
                notices = listener.notices
                wasKilled = false
                let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
                problem = status == 0 ? nil : "it ended with status \(status): \(text.prefix(4000))"
                return
            }
            if now + .microseconds(100) < due ?? .now + .seconds(1) { usleep(50) }
        }
        kill(id, SIGKILL)
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        _ = listener.listen()
        notices = listener.notices
        wasKilled = status & 0x7F == SIGKILL
        problem =
            due == nil
            ? "it did not end within the timeout"
            : wasKilled || status == 0 ? nil : "it ended with status \(status) before it was killed"
    }

    private static func start(_ words: [String], _ errors: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let arguments = words.map { strdup($0) } + [nil]
        let folder = FileManager.default.temporaryDirectory.path
        let variables =
            ["TMPDIR=\(folder)", "SWIFT_BACKTRACE=enable=yes,color=no,interactive=no,cache=no"].map {
                strdup($0 as String)
            } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, words[0], &actions, nil, arguments, variables)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        return id
    }
}
