import Dispatch
import Synchronization
internal import TimelineSystem

/// A mutex that knows its owner and lets running threads pass sleeping ones.
///
/// `Mutex` does not say which thread owns it; a store must know, to see that a dispatch is nested. And on Linux `Mutex` is
/// handed to the longest waiter, so that threads that dispatch much sleep and wake for every action: eight of them reached a
/// hundredth of one thread's rate. Here a running thread may pass the sleeping ones, and eight threads keep nine tenths of
/// the rate. A thread that was woken and still finds the mutex locked becomes *starving*; then no other passes it.
///
/// Like `Mutex`, it orders memory: writes before `unlock` are visible after the next `lock`.
struct AdaptiveMutex: ~Copyable, Sendable {
    /// The bits of `word`. Its upper bits count the sleeping threads.
    enum Bit {
        static let locked: UInt32 = 1
        /// A thread was woken and has not locked the mutex yet; no other needs to be woken.
        static let woken: UInt32 = 2
        /// A woken thread found the mutex locked for long: newcomers must not pass it. Implies `woken`, or sleepers.
        static let starving: UInt32 = 4
        /// One sleeper.
        static let sleeper: UInt32 = 8
    }

    /// How often a thread tries again before it sleeps or, once woken, before it is starving. Each try costs a system call of
    /// about half a microsecond. A lower limit means more sleeping and waking, a higher one less fairness; from 4 to 200 the
    /// rate of eight threads was the same.
    static let spinLimit = 10

    private let word = Atomic<UInt32>(0)
    private let owner = Atomic<UInt>(0)
    private let sleepers = DispatchSemaphore(value: 0)

    var isLockedByCurrentThread: Bool { owner.load(ordering: .relaxed) == ThreadID.current }

    /// Waits for the mutex and locks it. The calling thread must not own it.
    func lock() {
        if !word.compareExchange(
            expected: 0, desired: Bit.locked, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged {
            wait()
        }
        owner.store(ThreadID.current, ordering: .relaxed)
    }

    /// Unlocks the mutex, and wakes a sleeping thread unless one is awake already.
    func unlock() {
        owner.store(0, ordering: .relaxed)
        var seen = Bit.locked
        while true {
            let (wanted, wakes) = Self.unlocked(seen)
            let (exchanged, original) = word.compareExchange(
                expected: seen, desired: wanted, successOrdering: .releasing, failureOrdering: .relaxed)
            if exchanged {
                if wakes { sleepers.signal() }
                return
            }
            seen = original
        }
    }

    private func wait() {
        /// Whether `woken` is set for this thread.
        var isWoken = false
        var spins = 0
        while true {
            let seen = word.load(ordering: .relaxed)
            switch Self.move(seen, isWoken: isWoken, spins: spins) {
            case .lock(let wanted): if exchange(seen, wanted) { return }
            case .spin:
                spins += 1
                ThreadID.yield()
            case .starve(let wanted): if exchange(seen, wanted) { spins = 0 }
            case .sleep(let wanted):
                guard exchange(seen, wanted) else { continue }
                sleepers.wait()
                isWoken = true
                spins = 0
            }
        }
    }

    // MARK: - Decisions

    /// What a waiting thread does next, with the new word.
    enum Move: Equatable {
        case lock(UInt32)
        case spin
        case starve(UInt32)
        case sleep(UInt32)
    }

    /// The next move of a waiting thread.
    ///
    /// - Parameters:
    ///   - seen: The word.
    ///   - isWoken: Whether `woken` is set for this thread.
    ///   - spins: How often it tried since it arrived, was woken or became starving.
    static func move(_ seen: UInt32, isWoken: Bool, spins: Int) -> Move {
        let isStarving = seen & Bit.starving != 0
        if seen & Bit.locked == 0, isWoken || !isStarving {
            return .lock((isWoken ? seen & ~(Bit.woken | Bit.starving) : seen) | Bit.locked)
        }
        if spins < spinLimit, isWoken || !isStarving { return .spin }
        if isWoken && !isStarving { return .starve(seen | Bit.starving) }
        return .sleep((isWoken ? seen & ~Bit.woken : seen) + Bit.sleeper)
    }

    /// The word after `unlock`, and whether to wake a sleeping thread.
    static func unlocked(_ seen: UInt32) -> (word: UInt32, wakes: Bool) {
        let word = seen & ~Bit.locked
        let wakes = seen >= Bit.sleeper && seen & Bit.woken == 0
        return (wakes ? (word - Bit.sleeper) | Bit.woken : word, wakes)
    }

    private func exchange(_ seen: UInt32, _ wanted: UInt32) -> Bool {
        word.compareExchange(
            expected: seen, desired: wanted, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged
    }
}
