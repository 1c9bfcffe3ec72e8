import Dispatch
import Foundation
import Testing

@testable import TimelineKit

struct TurnLockTests {
    @Test func itKnowsWhoseTurnItIs() {
        let box = Turn()
        #expect(!box.isMine)
        box.lock.take()
        #expect(box.isMine)
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            if ThreadID.current != box.taker { #expect(!box.isMine) }
        }
        box.lock.give()
        #expect(!box.isMine)
    }

    @Test func oneThreadAtATimeHasTheTurn() {
        let box = Turn()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<5000 {
                box.lock.take()
                box.count += 1
                if round % 500 == thread { ThreadID.yield() }
                box.lock.give()
            }
        }
        #expect(box.count == 40_000)
    }

    @Test func aSleeperGetsItsTurnWhileAnotherTakesItOverAndOver() {
        let box = Turn()
        let got = DispatchSemaphore(value: 0)
        box.lock.take()
        DispatchQueue.global().async {
            box.lock.take()
            box.isDone = true
            box.lock.give()
            got.signal()
        }
        // Long enough for the other to fall asleep.
        _ = got.wait(timeout: .now() + 0.05)
        while !box.isDone {
            box.lock.give()
            box.lock.take()
        }
        box.lock.give()
        got.wait()
    }

    /// Each turn of the other lasts a millisecond, and ends for less than a microsecond. A thread that was woken finds no way
    /// in by chance then: it must become one that nobody passes.
    @Test func oneThatWasWokenIsPassedByFewTurns() {
        for _ in 1...3 {
            let box = Turn()
            let got = DispatchSemaphore(value: 0)
            box.lock.take()
            Thread.detachNewThread {
                box.lock.take()
                box.isDone = true
                box.lock.give()
                got.signal()
            }
            // Long enough for the other to fall asleep.
            usleep(20_000)
            var turns = 0
            while !box.isDone, turns < 3000 {
                usleep(1000)
                turns += 1
                box.lock.give()
                box.lock.take()
            }
            #expect(turns < 3000)
            box.lock.give()
            got.wait()
        }
    }
}

/// Guarded by `lock`.
private final class Turn: @unchecked Sendable {
    let lock = TurnLock()
    var isMine: Bool { lock.isMine }
    let taker = ThreadID.current
    var count = 0
    var isDone = false
}
