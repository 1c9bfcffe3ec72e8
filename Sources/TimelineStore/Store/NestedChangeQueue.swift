internal import TimelineKit

enum Cause: Sendable {
    case current
    case step(Int?)

    var step: Int? { if case .step(let step) = self { step } else { nil } }
}

/// The change that a store is handling, and those dispatched within it. Guarded by the store's mutex. The order of calls is `start`,
/// then `reduced` and `next` until that returns nil; `add` at any time between.
struct NestedChangeQueue<State, Action> {
    enum Change {
        case action(ActionDispatch<Action>, followsUI: Bool = false)
        indirect case set(State, by: String)
        /// No step. With `waitsForLive`, it is held while the past is shown.
        case work(@Sendable () -> Void, waitsForLive: Bool)
    }

    struct Entry {
        var change: Change

        /// Called just before the change is handled.
        var isWanted: (@Sendable () -> Bool)?

        /// Added before the reducer ran: the step that caused it has no number yet.
        fileprivate var awaitsCause = false

        init(change: Change, isWanted: (@Sendable () -> Bool)? = nil) {
            (self.change, self.isWanted) = (change, isWanted)
        }

        var action: ActionDispatch<Action>? { if case .action(let dispatched, _) = change { dispatched } else { nil } }
    }

    private(set) var isHandling = false

    private var cause: Int?

    private var step: Int?

    /// Entries added since `ready` was last filled, oldest first.
    private var added: [Entry] = []

    /// Entries ready to be handled, oldest *last*.
    private var ready: [Entry] = []

    private var count = 0

    private var someAwaitCause = false

    mutating func start(cause: Int?) {
        precondition(!isHandling, "a change is being handled")
        isHandling = true
        self.cause = cause
        step = nil
    }

    mutating func reduced(as seq: Int) {
        step = seq
        if someAwaitCause { settleCauses(seq) }
    }

    /// The cause `current` is the step being handled or, if that one is dropped, its cause.
    mutating func add(
        _ action: Action, from origin: Origin, cause: Cause = .current, site: DispatchSite? = nil,
        isWanted: (@Sendable () -> Bool)? = nil
    ) {
        let knownCause = if case .step(let seq) = cause { seq } else { step }
        let dispatched = ActionDispatch(action: action, from: origin, cause: knownCause, site: site)
        var entry = Entry(change: .action(dispatched), isWanted: isWanted)
        if case .current = cause, step == nil {
            entry.awaitsCause = true
            someAwaitCause = true
        }
        add(entry)
    }

    mutating func add(_ entry: Entry) {
        precondition(isHandling, "no change is being handled")
        added.append(entry)
        count += 1
    }

    mutating func next() -> Entry? {
        precondition(isHandling, "no change is being handled")
        if endIfEmpty() { return nil }
        if someAwaitCause { settleCauses(cause) }
        if ready.isEmpty {
            swap(&ready, &added)
            ready.reverse()
        }
        let entry = ready.removeLast()
        count -= 1
        step = nil
        cause = entry.action?.cause
        return entry
    }

    /// The same as `next() == nil` where the queue is empty, at less cost.
    mutating func endIfEmpty() -> Bool {
        guard count == 0 else { return false }
        isHandling = false
        return true
    }

    private mutating func settleCauses(_ cause: Int?) {
        someAwaitCause = false
        for index in added.indices where added[index].awaitsCause {
            added[index].awaitsCause = false
            guard case .action(var dispatched, let followsUI) = added[index].change else { continue }
            dispatched.cause = cause
            added[index].change = .action(dispatched, followsUI: followsUI)
        }
    }
}
