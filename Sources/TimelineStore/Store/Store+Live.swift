internal import Synchronization
public import TimelineKit

extension Store: LiveStore {
    public var live: LiveStoreAccess<State, Action> { LiveStoreAccess(self) }

    // MARK: - Showing the past

    package var heldCount: Int { storedHeldCount.load(ordering: .relaxed) }

    package func beginTimeTravel(
        _ traveler: ObjectIdentifier, refusesActions: Bool,
        onRefused: @escaping @Sendable (ActionDispatch<Action>) -> Void
    ) -> Bool {
        let known = UInt(bitPattern: traveler)
        exclusively { [self] in
            guard held == nil else { return }
            held = HeldChanges(traveler: traveler, refusesActions: refusesActions, onRefused: onRefused)
            withReading { waitingState = currentState }
            self.traveler.store(known, ordering: .relaxed)
        }
        let found = self.traveler.load(ordering: .relaxed)
        // Within a dispatch, time travel begins once the current change is handled.
        return found == known || found == 0 && isolated { isHandling }
    }

    package func show(_ state: State, for traveler: ObjectIdentifier, isWanted: @escaping @Sendable () -> Bool) {
        exclusively { [self] in
            guard self.traveler.load(ordering: .relaxed) == UInt(bitPattern: traveler), isWanted() else { return }
            _ = replaceState(by: state, isStep: false)
            notifySubscribers()
        }
    }

    package func endTimeTravel(_ traveler: ObjectIdentifier, settingBy by: String?, _ actions: HeldActions) {
        exclusively { [self] in
            guard self.traveler.load(ordering: .relaxed) == UInt(bitPattern: traveler), let ended = held.take()
            else { return }
            self.traveler.store(0, ordering: .relaxed)
            storedHeldCount.store(0, ordering: .relaxed)
            guard let live = withReading({ waitingState }) else { return }
            let shown = replaceState(by: live, isStep: false).old
            withReading { waitingState = nil }
            // Before anything that subscribers dispatch, who are notified next.
            let (changes, refused) = ended.released(actions)
            changes.forEach { queue.add($0) }
            if let by { handleSet(shown, by: by) } else { notifySubscribers() }
            refused.forEach(ended.onRefused)
        }
    }

    @discardableResult
    func hold(_ entry: NestedChangeQueue<State, Action>.Entry) -> ChangeResult {
        // Taken out of the variable: otherwise each entry copies the list.
        guard var changes = held.take() else { preconditionFailure("the live state is shown") }
        let refused = changes.add(entry, entry.action)
        held = changes
        storedHeldCount.store(changes.count, ordering: .relaxed)
        if let refused { changes.onRefused(refused) }
        return refused == nil ? .held : .refused
    }

    // MARK: - From another process

    package var liveStep: (state: State, seq: Int) {
        isolated {
            refuseReducer("read the state of", remedy: "use the state that was handed to the reducer")
            return withReading { (waitingState ?? currentState, currentSeq) }
        }
    }

    package func request(_ action: Action, from origin: Origin) -> ChangeResult {
        request(.action(ActionDispatch(action: action, from: origin, cause: nil)))
    }

    package func request(settingTo state: State, by: String) -> ChangeResult { request(.set(state, by: by)) }

    private func request(_ change: NestedChangeQueue<State, Action>.Change) -> ChangeResult {
        isolated {
            precondition(!isHandling, "a change requested within a dispatch has no number yet")
            return withMutex {
                let entry = NestedChangeQueue<State, Action>.Entry(change: change)
                if held != nil { return hold(entry) }
                // What is dispatched while it is handled is queued, so the next number is its own.
                let before = currentSeq
                handle(entry)
                return currentSeq == before ? .dropped : .step(before + 1)
            }
        }
    }
}
