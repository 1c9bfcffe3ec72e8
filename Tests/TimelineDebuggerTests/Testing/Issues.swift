import Synchronization
import Testing

/// The first comment of each issue that `body` records. These issues fail no test.
func issues(of body: @Sendable () async throws -> Void) async throws -> [String?] {
    let comments = Mutex<[String?]>([])
    let trait = IssueHandlingTrait.compactMapIssues { issue in
        comments.withLock { $0.append(issue.comments.first?.rawValue) }
        return nil
    }
    try await trait.provideScope(for: try #require(Test.current), testCase: Test.Case.current, performing: body)
    return comments.withLock { $0 }
}
