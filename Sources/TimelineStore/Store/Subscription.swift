internal import TimelineSystem

/// Stands for being told of new states: ends with `cancel()`, or when nobody holds it any more.
public final class Subscription: Sendable {
    private let onCancel: Locked<(@Sendable () -> Void)?>

    init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Locked(onCancel)
    }

    deinit { cancel() }

    /// Ends it. May be called from any thread and more than once; never waits.
    ///
    /// Called on the thread that is dispatching, no call of `onChange` comes after it. Called on another, one that is
    /// under way may still end.
    public func cancel() {
        let action = onCancel.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}
