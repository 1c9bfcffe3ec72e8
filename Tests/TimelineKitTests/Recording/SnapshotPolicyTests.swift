import Testing
import TimelineTestSupport

@testable import TimelineKit

struct SnapshotPolicyTests {
    @Test func policiesHaveDescriptions() {
        #expect("\(SnapshotPolicy.balanced)" == "balanced")
        #expect("\(SnapshotPolicy.every(100))" == "every 100 steps")
        #expect("\(SnapshotPolicy.every(.seconds(2.5)))" == "every 2.5 seconds")
    }

    @Test func policiesOfZeroTrap() async {
        await #expect(processExitsWith: .failure) { _ = SnapshotPolicy.every(0) }
        await #expect(processExitsWith: .failure) { _ = SnapshotPolicy.every(.seconds(0)) }
        await #expect(processExitsWith: .failure) { _ = SnapshotPolicy.every(.seconds(.nan)) }
    }
}
