internal import TimelineKit

/// What a reducer reports while it replays.
final class IssueLog: Sendable {
    private let log = Locked((seq: 0, issues: [Verification.Issue]()))

    var issues: [Verification.Issue] { log.withLock { $0.issues } }

    func begin(_ seq: Int) { log.withLock { $0.seq = seq } }

    func note(_ text: String) {
        log.withLock { log in
            if let index = log.issues.firstIndex(where: { $0.text == text }) {
                log.issues[index].times += 1
            } else if log.issues.count < Verification.issueLimit {
                log.issues.append(.init(text: text, seq: log.seq))
            }
        }
    }
}
