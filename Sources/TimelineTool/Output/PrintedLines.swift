internal import TimelineKit

/// Shows each line that a program prints once, and at the end how often it came again: a replay takes a step many times.
///
///     run.jsonl: no element has the id 3
///     run.jsonl: no element has the id 3 … (and 66 times more)
final class PrintedLines: Sendable {
    /// Others are shown as they come.
    private static let limit = 10_000

    private let repeats = Locked<[String: Int]>([:])

    func show(_ line: String) {
        let isNew = repeats.withLock { repeats in
            if repeats[line] == nil, repeats.count >= Self.limit { return true }
            repeats[line, default: -1] += 1
            return repeats[line] == 0
        }
        if isNew { StandardError.write(line) }
    }

    func finish() {
        for (line, count) in repeats.withLock({ $0.sorted { $0.key < $1.key } }) where count > 0 {
            StandardError.write("\(line) … (and \(count == 1 ? "once" : "\(Layout.grouped(count)) times") more)")
        }
    }
}
