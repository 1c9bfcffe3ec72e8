import Dispatch
import TestSupport
import Testing

import TimelineKit
@testable import TimelineStore
import TimelineStore
import TimelineSystem

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

    /// The other comes back each time before the woken thread looks: it finds no way in by chance, and must become one that
    /// nobody passes.
    @Test func aWokenThreadIsPassedByNoMoreTurnsThanItSpinsAndOne() {
        var (word, wakes) = TurnLock.released(TurnLock.Bit.taken | TurnLock.Bit.sleeper)
        #expect(wakes)
        var turns = 0
        var spins = 0
        while turns < 1000, case .take(let taken) = TurnLock.move(word, isWoken: false, spins: 0) {
            word = taken
            turns += 1
            switch TurnLock.move(word, isWoken: true, spins: spins) {
            case .spin: spins += 1
            case .starve(let starving): (word, spins) = (starving, 0)
            case .take, .sleep:
                Issue.record("after \(turns) turns the woken thread sleeps again, or takes a turn that another has")
                return
            }
            (word, wakes) = TurnLock.released(word)
            #expect(!wakes)
        }
        #expect(turns == TurnLock.spinLimit + 1)
        // The other has to sleep, though nobody has the turn, and the woken thread takes it.
        #expect(TurnLock.move(word, isWoken: false, spins: 0) == .sleep(word + TurnLock.Bit.sleeper))
        #expect(
            TurnLock.move(word + TurnLock.Bit.sleeper, isWoken: true, spins: 0)
                == .take(TurnLock.Bit.taken + TurnLock.Bit.sleeper))
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
