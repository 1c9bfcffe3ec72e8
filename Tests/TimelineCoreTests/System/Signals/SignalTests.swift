import Testing

@testable import TimelineSystem

struct SignalTests {
    @Test func aTrapIsACrash() {
        #expect(Signal.traps.allSatisfy { $0.isCrash })
    }

    /// The system kills a process where memory is short; a person or a limit stops others.
    @Test(arguments: [
        Signal.killed, .interrupt, .terminate, .hangUp, .alarm, .brokenPipe, .processorLimit, .fileSizeLimit,
    ])
    func aProcessThatIsStoppedDoesNotCrash(_ signal: Signal) {
        #expect(!signal.isCrash)
    }
}
