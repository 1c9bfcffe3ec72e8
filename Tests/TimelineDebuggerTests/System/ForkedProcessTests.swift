import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineDebugger

/// In processes of their own, as only a process with one thread may fork.
struct ForkedProcessTests {
    @Test func aTrapOrTheAlarmEndsTheCopyAloneAndWhatItPrintsIsDiscarded() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let trapped = try ForkedProcess(endingAfterSeconds: 5) {
                print("lost")
                let empty: [UInt8] = []
                return [empty[CommandLine.arguments.count - CommandLine.arguments.count]]
            }.result()
            let signals = [Signal.traps.map { ChildProcess.Ending.signaled($0.rawValue) }].joined()
            #expect(trapped.bytes == [] && signals.contains(trapped.ending))
            let endless = try ForkedProcess(endingAfterSeconds: 1) {
                print("lost")
                fflush(nil)
                while true {}
            }
            #expect(try endless.result().ending == .signaled(Signal.alarm.rawValue))
        }
        #expect(result.map { String(decoding: $0.standardOutputContent, as: UTF8.self).contains("lost") } == false)
    }

    /// The answer of the second, more bytes than a pipe holds, is read while the first one runs, and has no limit of time.
    @Test func anAnswerThatWaitsToBeReadIsNotLost() async {
        await #expect(processExitsWith: .success) {
            let slow = try ForkedProcess(endingAfterSeconds: 5) { sleep(2).description.utf8.map { $0 } }
            let bytes = [UInt8](repeating: 7, count: 1 << 18)
            let fast = try ForkedProcess(endingAfterSeconds: 1) { bytes }
            sleep(2)
            #expect(try slow.result(reading: [fast]).ending == .exited(0))
            #expect(try fast.result() == (bytes, .exited(0)))
        }
    }
}
