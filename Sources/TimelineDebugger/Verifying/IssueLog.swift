/// What a reducer reports while a recording is replayed once. Replays that look for a cause report it again.
final class IssueLog {
    private var seq: Int?
    private var issues: [Verification.Issue] = []

    func begin(_ seq: Int) { self.seq = seq }

    func note(_ text: String) {
        guard let seq else { return }
        if let index = issues.firstIndex(where: { $0.text == text }) {
            issues[index].times += 1
        } else if issues.count < Verification.issueLimit {
            issues.append(.init(text: text, seq: seq))
        }
    }

    func end() -> [Verification.Issue] {
        seq = nil
        return issues
    }
}
