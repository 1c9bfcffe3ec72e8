import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineKit

/// An app whose saved state traps at launch starts at the third launch.
@Suite(.ownThreads)
struct CrashLoopTests {
    /// The signal of a Swift trap.
    private static let trap: ExitTest.Condition = {
        #if arch(x86_64)
            .signal(SIGILL)
        #else
            .signal(SIGTRAP)
        #endif
    }()

    /// The launch of an app that cannot show the number 13.
    static func launch(_ folder: String) -> RestoredState<Total> {
        // The trap is expected, so no backtrace is needed.
        for number in [SIGILL, SIGTRAP] { signal(number, SIG_DFL) }
        let restorer = StateRestorer(program: TotalProgram(), in: folder)
        let restored = restorer.restore()
        precondition(restored.state.count != 13, "13 cannot be shown")
        restorer.launched()
        return restored
    }

    @Test func anAppWhoseSavedStateTrapsStartsAtTheThirdLaunch() async throws {
        let folder = try TemporaryFolder()
        let saved = folder.file("saved")
        let first = StateRestorer(program: TotalProgram(), in: saved)
        _ = first.restore()
        first.launched()
        try first.save(Total(count: 12))
        let second = StateRestorer(program: TotalProgram(), in: saved)
        _ = second.restore()
        second.launched()
        try second.save(Total(count: 13))
        let trapping = try text(of: saved + "/000002.state")

        for _ in 1...2 {
            await #expect(processExitsWith: Self.trap) { [saved = saved as String] in
                _ = CrashLoopTests.launch(saved)
            }
        }
        await #expect(processExitsWith: .success) { [saved = saved as String] in
            let restored = CrashLoopTests.launch(saved)
            #expect(restored.state == Total(count: 12))
            #expect(restored.source == .earlier)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: saved).sorted()
                == ["000001.launched.state", "000002.launchesFailed.state"])
        #expect(try text(of: saved + "/000002.launchesFailed.state") == trapping)
    }
}
