import Dispatch
import Synchronization
internal import TimelineSystem

/// Gives threads their turn, one at a time, and knows whose turn it is.
///
/// `Mutex` would do but for two things. It does not tell its owner, which a store must know to see that a dispatch is
/// nested. And on Linux it hands itself over to the longest waiter, so that threads which dispatch much may sleep and
/// wake for every single action: eight of them were seen to get a hundredth of one thread's rate done. Here a thread
/// that comes at the right moment may go before those that sleep, and the rate stays at nine tenths. One that was woken
/// and still finds no way in becomes *starving*, and then no one passes it.
///
/// Like `Mutex` it orders memory: what one turn wrote the next one sees.
struct TurnLock: ~Copyable, Sendable {
    /// What `word` is made of. Its upper bits count the threads that sleep.
    enum Bit {
        /// Someone has the turn.
        static let taken: UInt32 = 1
        /// A thread was woken to take the turn and has not taken it yet; no other needs waking.
        static let woken: UInt32 = 2
        /// A woken thread found no way in for long: newcomers must not pass it. Implies `woken`, or sleepers.
        static let starving: UInt32 = 4
        /// One sleeper.
        static let sleeper: UInt32 = 8
    }

    /// How often a thread looks again before it goes to sleep, or, woken, before it starves. Each look costs a
    /// system call of about half a microsecond. Fewer make for more sleeping and waking, more for an unfair lock; from
    /// 4 to 200 the rate of eight threads was the same.
    static let spinLimit = 10

    private let word = Atomic<UInt32>(0)
    private let owner = Atomic<UInt>(0)
    private let sleepers = DispatchSemaphore(value: 0)

    /// Whether the calling thread has the turn.
    var isMine: Bool { owner.load(ordering: .relaxed) == ThreadID.current }

    /// Waits for the turn. The calling thread must not have it.
    func take() {
        if !word.compareExchange(
            expected: 0, desired: Bit.taken, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged {
            wait()
        }
        owner.store(ThreadID.current, ordering: .relaxed)
    }

    /// Ends the turn of the calling thread, and wakes one that sleeps unless one is awake already.
    func give() {
        owner.store(0, ordering: .relaxed)
        var seen = Bit.taken
        while true {
            let (wanted, wakes) = Self.released(seen)
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
            case .take(let wanted): if exchange(seen, wanted) { return }
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

    /// What a thread that waits does next, with the word that this makes.
    enum Move: Equatable {
        case take(UInt32)
        case spin
        case starve(UInt32)
        case sleep(UInt32)
    }

    /// The next move of a thread that waits.
    ///
    /// - Parameters:
    ///   - seen: The word.
    ///   - isWoken: Whether `woken` is set for this thread.
    ///   - spins: How often it looked again since it came, was woken or starved.
    static func move(_ seen: UInt32, isWoken: Bool, spins: Int) -> Move {
        let isStarving = seen & Bit.starving != 0
        if seen & Bit.taken == 0, isWoken || !isStarving {
            return .take((isWoken ? seen & ~(Bit.woken | Bit.starving) : seen) | Bit.taken)
        }
        if spins < spinLimit, isWoken || !isStarving { return .spin }
        if isWoken && !isStarving { return .starve(seen | Bit.starving) }
        return .sleep((isWoken ? seen & ~Bit.woken : seen) + Bit.sleeper)
    }

    /// The word after a turn has ended, and whether to wake a thread that sleeps.
    static func released(_ seen: UInt32) -> (word: UInt32, wakes: Bool) {
        let word = seen & ~Bit.taken
        let wakes = seen >= Bit.sleeper && seen & Bit.woken == 0
        return (wakes ? (word - Bit.sleeper) | Bit.woken : word, wakes)
    }

    private func exchange(_ seen: UInt32, _ wanted: UInt32) -> Bool {
        word.compareExchange(
            expected: seen, desired: wanted, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged
    }
}
