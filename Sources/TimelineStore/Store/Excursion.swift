internal import TimelineJournal
internal import TimelineKit

/// A store while it shows the past: what was asked of it meanwhile.
///
/// A pure value. What effects bring about is held in any case: it is the answer to a question that the live state asked,
/// and a state that never gets its answer waits for ever.
struct Excursion<State, Action> {
    let meanwhile: Meanwhile
    let onRefused: @Sendable (Dispatched<Action>) -> Void
    /// What waits, oldest first.
    private(set) var held: [TurnQueue<State, Action>.Entry] = []

    init(meanwhile: Meanwhile, onRefused: @escaping @Sendable (Dispatched<Action>) -> Void) {
        self.meanwhile = meanwhile
        self.onRefused = onRefused
    }

    /// Holds what was asked for.
    ///
    /// - Returns: the action, where it is refused instead.
    mutating func take(_ entry: TurnQueue<State, Action>.Entry) -> Dispatched<Action>? {
        if meanwhile == .lock, case .action(let dispatched) = entry.change, dispatched.from != .effect {
            return dispatched
        }
        held.append(entry)
        return nil
    }

    /// Asks again for what was held, in its order.
    ///
    /// - Returns: the actions among it, where they are to be refused instead.
    func release(_ actions: HeldActions, to queue: inout TurnQueue<State, Action>) -> [Dispatched<Action>] {
        switch actions {
        case .release:
            queue.add(held: held)
            return []
        case .refuse:
            queue.add(held: held.filter { if case .action = $0.change { false } else { true } })
            return held.compactMap { if case .action(let dispatched) = $0.change { dispatched } else { nil } }
        }
    }
}
