package import TimelineKit

extension Store {
    // MARK: - Observers

    package func add(_ observer: StepObserver<State, Action>) {
        observers.append(observer)
        hasObservers = true
    }

    package func remove(_ observer: StepObserver<State, Action>) {
        observers.removeAll { $0 === observer }
        hasObservers = !observers.isEmpty
    }

    func notifyObservers(_ change: StepObserver<State, Action>.Step.Change) {
        let step = withReading {
            StepObserver<State, Action>.Step(seq: currentSeq, change: change, state: currentState)
        }
        for observer in observers { observer.onStep(step) }
    }

    // MARK: - Subscribers

    /// With `followsUI`, a subscriber only notes the present value of its part.
    func notifySubscribers(followsUI: Bool = false) {
        if observedParts.subscribers.isEmpty, subscribers.isEmpty { return }
        let state = state
        observedParts.subscribers.notify(state, followsUI: followsUI)
        subscribers.notify(state, followsUI: followsUI)
    }

    /// Calls `onChange` with the new state after every step, on the thread that dispatched.
    ///
    /// As in Redux, it is not called with the present state; read `state` for that. It may dispatch: see *Threads*.
    ///
    /// - Returns: The subscription, which ends when its last reference is released.
    public func subscribe(onChange: @escaping @Sendable (_ state: State) -> Void) -> Subscription {
        subscribers.add(Subscriber(onChange: onChange))
    }

    /// Calls `onChange` with a part of the state whenever a step changed that part.
    ///
    /// Steps that leave the part equal are skipped. Waits for a running dispatch, so that no change is missed between the
    /// present value and the first call.
    ///
    /// - Parameters:
    ///   - part: Returns the part of a state. Called after every step, so it should be quick.
    ///   - initial: Whether `onChange` is first called with the present value, before this method returns.
    /// - Returns: The subscription, which ends when its last reference is released.
    public func subscribe<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (_ state: State) -> Part, initial: Bool = false,
        onChange: @escaping @Sendable (_ part: Part) -> Void
    ) -> Subscription {
        isolated {
            // With the mutex locked: no change comes between the present value and the subscription.
            let subscribe = { [self] in
                let present = part(state)
                let subscription = subscribers.add(Subscriber(to: part, present: present, onChange: onChange))
                if initial { onChange(present) }
                return subscription
            }
            guard isHandling else { return withMutex(subscribe) }
            refuseReducer("subscribe to", remedy: "subscribe when the store is made")
            return subscribe()
        }
    }
}
