import Testing

@testable import TimelineKit

struct SnapshotPolicyTests {
    @Test func policiesHaveDescriptions() {
        #expect(SnapshotPolicy.balanced.text == "balanced")
        #expect(SnapshotPolicy.every(100).text == "every 100 steps")
        #expect(SnapshotPolicy.every(.seconds(2.5)).text == "every 2.5 seconds")
    }

    /// They may come from a server.
    @Test func settingsOutOfRangeAreTheNearest() {
        #expect(SnapshotPolicy.every(-1) == .every(1))
        #expect(SnapshotPolicy.every(.seconds(-1)) == .every(.zero))
        #expect(Retention(bytes: -1, age: .seconds(-1)) == Retention(bytes: 1, age: .zero))
    }
}
