internal import TimelineJournal
internal import TimelineKit

/// What a thread has to do in its turn: the change it came with, and those that were asked for while it was handled.
///
/// A pure value; the locking is done elsewhere. A turn goes
///
///     start → reduced, any number of times → next → an entry, which is now being handled
///                                                 → nil: the turn is over
///
/// and `add` may come at any time between `start` and the `next` that answers nil.
struct TurnQueue<State, Action> {
    /// A change that is asked for.
    enum Change {
        case action(Dispatched<Action>)
        indirect case set(State, by: String)
        /// What is no step, and wants the turn all the same: to show another state. Where it is done with the live state, it
        /// waits while the past is on show.
        case work(@Sendable () -> Void, waitsForLive: Bool)
    }

    /// A change that waits for the ones before it.
    struct Entry {
        var change: Change

        /// Asked when the change is about to be handled; answers false where it is no longer wanted.
        var isWanted: (@Sendable () -> Bool)?

        /// Whether the step that led to this change is not numbered yet: it was asked for before the reducer ran.
        fileprivate var awaitsCause = false

        init(change: Change, isWanted: (@Sendable () -> Bool)? = nil) {
            self.change = change
            self.isWanted = isWanted
        }
    }

    /// Whether a change is being handled.
    private(set) var isInTurn = false

    /// What the change being handled came from.
    private var cause: Int?

    /// The step that the change being handled became last; nil until it is reduced.
    private var step: Int?

    /// Entries added since `ready` was last filled, oldest first.
    private var added: [Entry] = []

    /// Entries ready to be handled, oldest *last*.
    private var ready: [Entry] = []

    /// Entries in `added` and `ready`.
    private var count = 0

    /// Whether an entry of `added` awaits its cause.
    private var someAwaitCause = false

    /// Begins a turn with a change that came from step `cause`.
    mutating func start(cause: Int?) {
        precondition(!isInTurn, "a turn is under way")
        isInTurn = true
        self.cause = cause
        step = nil
    }

    /// Notes that the change being handled became step `seq`.
    ///
    /// What was asked for since it was started, and names no cause, came from this step.
    mutating func reduced(as seq: Int) {
        step = seq
        if someAwaitCause { settleCauses(seq) }
    }

    /// Asks for an action after all that were asked for before.
    ///
    /// With cause `current` it came from the step being handled. Asked for before that step has a number, it gets it
    /// when the number is known; and where the action being handled is dropped, what that one came from.
    ///
    /// `isWanted` is kept with the entry, for whoever handles it.
    mutating func add(
        _ action: Action, from origin: Origin, cause: Cause = .current, isWanted: (@Sendable () -> Bool)? = nil
    ) {
        switch cause {
        case .step(let step):
            add(Entry(change: .action(Dispatched(action: action, from: origin, cause: step)), isWanted: isWanted))
        case .current:
            var entry = Entry(
                change: .action(Dispatched(action: action, from: origin, cause: step)), isWanted: isWanted)
            entry.awaitsCause = step == nil
            someAwaitCause = someAwaitCause || step == nil
            add(entry)
        }
    }

    /// Asks for a state after all that was asked for before.
    mutating func add(set state: State, by: String) {
        add(Entry(change: .set(state, by: by)))
    }

    /// Asks for what is no step, after all that was asked for before.
    mutating func add(work: @escaping @Sendable () -> Void, waitsForLive: Bool = false) {
        add(Entry(change: .work(work, waitsForLive: waitsForLive)))
    }

    /// Asks again for what was held, after all that was asked for before.
    mutating func add(held: [Entry]) {
        for entry in held { add(entry) }
    }

    /// Ends the change being handled, and starts the one that was asked for first, if there is one.
    mutating func next() -> Entry? {
        precondition(isInTurn, "no turn is under way")
        if endIfEmpty() { return nil }
        if someAwaitCause { settleCauses(cause) }
        if ready.isEmpty {
            swap(&ready, &added)
            ready.reverse()
        }
        let entry = ready.removeLast()
        count -= 1
        step = nil
        cause = if case .action(let dispatched) = entry.change { dispatched.cause } else { nil }
        return entry
    }

    /// Ends the turn if nothing is asked for: `next() == nil`, at less cost.
    ///
    /// - Returns: whether it ended.
    mutating func endIfEmpty() -> Bool {
        guard count == 0 else { return false }
        isInTurn = false
        return true
    }

    private mutating func add(_ entry: Entry) {
        precondition(isInTurn, "no turn is under way")
        added.append(entry)
        count += 1
    }

    private mutating func settleCauses(_ cause: Int?) {
        someAwaitCause = false
        for index in added.indices where added[index].awaitsCause {
            added[index].awaitsCause = false
            guard case .action(var dispatched) = added[index].change else { continue }
            dispatched.cause = cause
            added[index].change = .action(dispatched)
        }
    }
}
