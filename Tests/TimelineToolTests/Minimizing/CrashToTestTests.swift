import Foundation
import TestHarness
import Testing

/// From a crash to a test that fails until the bug is mended: `.ci/crash-to-test` does it without a person.
@Suite(.ownThreads)
struct CrashToTestTests {
    @Test func aCrashBecomesATestThatFailsUntilTheBugIsMended() throws {
        let sandbox = try Sandbox()
        let script = URL(filePath: Sandbox.fixtures).deletingLastPathComponent().appending(path: ".ci/crash-to-test")
            .path
        let made = try sandbox.run([Sandbox.tools, "CrashTests.swift"], with: script, timeout: .seconds(120))
        #expect(made.status == 0 && made.errors == "", "\(made)")
        #expect(made.output.hasSuffix("\nCrashTests.swift: a test of 7 steps\n"), "\(made)")
        #expect(made.output.hasPrefix("episodes: an earlier run ended after step 39: "), "\(made)")

        let tests = try GeneratedTests(["CrashTests.swift": try sandbox.read("CrashTests.swift")])
        let buggy = try tests.run()
        #expect(buggy.status != 0)
        #expect(buggy.errors.contains("Test theReducerReturns() failed"), "\(buggy)")
        #expect(buggy.errors.contains("Expectation failed: .success → .signal(SIG"), "\(buggy)")
        let mended = try tests.runMended()
        #expect(mended.status == 0, "\(mended)")
        #expect(mended.errors.contains("Test theReducerReturns() passed"), "\(mended)")
    }
}
