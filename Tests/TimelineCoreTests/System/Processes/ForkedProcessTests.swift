import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineSystem

/// In processes of their own, as only a process with one thread may fork.
struct ForkedProcessTests {
    private static func run(_ body: @escaping @Sendable () -> [UInt8]) throws -> (
        bytes: [UInt8], ending: ChildProcess.Ending
    ) {
        try ForkedProcess(endingAfterSeconds: 5, body).result()
    }

    @Test func theBytesOfTheClosureArriveAlsoIfThereAreMoreThanAPipeHolds() async {
        await #expect(processExitsWith: .success) {
            let bytes = [UInt8](repeating: 7, count: 1 << 18)
            let result = try Self.run { bytes }
            #expect(result.bytes == bytes && result.ending == .exited(0))
        }
    }

    @Test func aTrapEndsTheCopyAlone() async {
        await #expect(processExitsWith: .success) {
            let result = try Self.run {
                let empty: [UInt8] = []
                return [empty[CommandLine.arguments.count - CommandLine.arguments.count]]
            }
            let signals = [Signal.traps.map { ChildProcess.Ending.signaled($0.rawValue) }].joined()
            #expect(result.bytes == [] && signals.contains(result.ending))
        }
    }

    @Test func aCopyThatDoesNotReturnEndsByTheAlarm() async {
        await #expect(processExitsWith: .success) {
            let result = try ForkedProcess(endingAfterSeconds: 1) { while true {} }.result()
            #expect(result.ending == .signaled(Signal.alarm.rawValue))
        }
    }

    /// The answer of the second, more than a pipe holds, is read while the first one runs, and has no limit of time.
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

    @Test func whatTheCopyPrintsIsDiscarded() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            _ = try Self.run {
                print("lost")
                return []
            }
        }
        #expect(result.map { String(decoding: $0.standardOutputContent, as: UTF8.self).contains("lost") } == false)
    }
}
