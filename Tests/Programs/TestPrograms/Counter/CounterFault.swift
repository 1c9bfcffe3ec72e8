import Foundation
import Synchronization
import TimelineKit

/// What `reset` does instead of returning, for tests of processes that end or hang while they replay.
///
/// `COUNTER_FAULT="kill print-states"` kills each process whose command is `print-states`. With `COUNTER_FAULT_FILE`, only the
/// process that creates that file has the fault. With `COUNTER_FAULT_AFTER=2`, the first two resets of each process return.
enum CounterFault: String {
    /// The process exits with status 3.
    case exit
    /// A signal ends the process that its handlers do not see.
    case kill
    /// The reducer does not return.
    case hang
    /// The reducer takes 20 ms.
    case sleep
    case trap
    /// The reducer reports an issue, and returns.
    case report

    /// The fault of this process.
    static let current: CounterFault? = {
        guard let text = getenv("COUNTER_FAULT").map({ String(cString: $0) }), CommandLine.arguments.count > 1 else {
            return nil
        }
        let words = text.split(separator: " ")
        guard words.count == 2, words[1] == CommandLine.arguments[1] else { return nil }
        return CounterFault(rawValue: String(words[0]))
    }()

    private static let resets = Atomic(0)

    func occur() {
        let earlier = Self.resets.add(1, ordering: .relaxed).oldValue
        if let count = getenv("COUNTER_FAULT_AFTER").flatMap({ Int(String(cString: $0)) }), earlier < count { return }
        if let file = getenv("COUNTER_FAULT_FILE"), open(file, O_CREAT | O_EXCL, 0o600) < 0 { return }
        switch self {
        case .exit: _exit(3)
        case .kill: _ = raise(SIGKILL)
        case .hang: while true { pause() }
        case .sleep: usleep(20_000)
        case .trap: fatalError("asked to crash")
        case .report: ReducerIssue.report("reset of a counter")
        }
    }
}
