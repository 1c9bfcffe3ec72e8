import Dispatch
import TestSupport
import TestHarness
import Testing

import TimelineKit
@testable import TimelineStore
import TimelineStore
import TimelineSystem

@Suite(.ownThreads)
struct AdaptiveMutexTests {
    @Test func itKnowsItsOwner() {
        let box = Box()
        #expect(!box.isMine)
        box.mutex.lock()
        #expect(box.isMine)
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            if ThreadID.current != box.creator { #expect(!box.isMine) }
        }
        box.mutex.unlock()
        #expect(!box.isMine)
    }

    @Test func oneThreadAtATimeOwnsIt() {
        let box = Box()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<5000 {
                box.mutex.lock()
                box.count += 1
                if round % 500 == thread { ThreadID.yield() }
                box.mutex.unlock()
            }
        }
        #expect(box.count == 40_000)
    }

    @Test func aSleepingThreadLocksItWhileAnotherLocksItOverAndOver() {
        let box = Box()
        let got = DispatchSemaphore(value: 0)
        box.mutex.lock()
        DispatchQueue.global().async {
            box.mutex.lock()
            box.isDone = true
            box.mutex.unlock()
            got.signal()
        }
        // Long enough for the other to fall asleep.
        _ = got.wait(timeout: .now() + 0.05)
        while !box.isDone {
            box.mutex.unlock()
            box.mutex.lock()
        }
        box.mutex.unlock()
        got.wait()
    }

    /// Another thread locks the mutex each time before the woken one tries: the woken one must become starving.
    @Test func aWokenThreadIsPassedAtMostSpinLimitPlusOneTimes() {
        var (word, wakes) = AdaptiveMutex.unlocked(AdaptiveMutex.Bit.locked | AdaptiveMutex.Bit.sleeper)
        #expect(wakes)
        var passes = 0
        var spins = 0
        while passes < 1000, case .lock(let locked) = AdaptiveMutex.move(word, isWoken: false, spins: 0) {
            word = locked
            passes += 1
            switch AdaptiveMutex.move(word, isWoken: true, spins: spins) {
            case .spin: spins += 1
            case .starve(let starving): (word, spins) = (starving, 0)
            case .lock, .sleep:
                Issue.record("after \(passes) passes the woken thread sleeps again, or locks a locked mutex")
                return
            }
            (word, wakes) = AdaptiveMutex.unlocked(word)
            #expect(!wakes)
        }
        #expect(passes == AdaptiveMutex.spinLimit + 1)
        // The other sleeps although the mutex is free, and the woken thread locks it.
        #expect(AdaptiveMutex.move(word, isWoken: false, spins: 0) == .sleep(word + AdaptiveMutex.Bit.sleeper))
        #expect(
            AdaptiveMutex.move(word + AdaptiveMutex.Bit.sleeper, isWoken: true, spins: 0)
                == .lock(AdaptiveMutex.Bit.locked + AdaptiveMutex.Bit.sleeper))
    }
}

/// Guarded by `mutex`.
private final class Box: @unchecked Sendable {
    let mutex = AdaptiveMutex()
    var isMine: Bool { mutex.isLockedByCurrentThread }
    let creator = ThreadID.current
    var count = 0
    var isDone = false
}
