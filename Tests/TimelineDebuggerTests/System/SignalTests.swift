import Foundation
import Testing

@testable import TimelineDebugger

struct SignalTests {
    @Test func aTrapIsACrash() {
        #expect(Signal.traps.allSatisfy { $0.isCrash })
    }

    /// The system kills a process where memory is short; a person or a limit stops others.
    @Test(arguments: [SIGKILL, SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGPIPE, SIGXCPU, SIGXFSZ])
    func aProcessThatIsStoppedDoesNotCrash(_ signal: Int32) {
        #expect(!Signal(rawValue: signal).isCrash)
    }
}
