public import Observation

extension Store: Observable {}

extension Store {
    /// A part of the state, observed: `store.count`.
    ///
    /// Read within `withObservationTracking`, as SwiftUI does with the body of a view, it notifies when a step changed this part,
    /// and only then. The new state is in place when `onChange` is called, on the thread that dispatched. States that are set,
    /// reloaded or shown by time travel notify too.
    ///
    /// `withObservationTracking` observes only after its closure has returned. It misses a change that another thread makes in
    /// the meantime; `subscribe(to:)` does not.
    ///
    /// **Cost.** Each step compares the parts that were read with their last values. A part that is not read again is compared
    /// until its second change.
    public subscript<Part: Equatable & Sendable>(dynamicMember part: any KeyPath<State, Part> & Sendable) -> Part {
        observedParts.read(part, StatePart { $0[keyPath: part] }) { state }
    }

    /// A part of the state, observed: `store[\.a.b]`. The same as `store.a.b`, but only `b` is compared. An observed element
    /// of an array, `store[\.rows[2].isOn]`, notifies when it is removed; reading it then traps.
    public subscript<Part: Equatable & Sendable>(
        _ part: any KeyPath<StatePart<State, State>, StatePart<State, Part>> & Sendable
    ) -> Part {
        observedParts.read(part, StatePart { $0 }[keyPath: part]) { state }
    }

    /// The same for a path with `?` or `!`. A store evaluates it after steps too: `!` traps once the value is nil.
    @_disfavoredOverload
    public subscript<Part: Equatable & Sendable>(_ part: any KeyPath<State, Part> & Sendable) -> Part {
        self[dynamicMember: part]
    }

    /// The values of a part of the state: the present one, then each that a step changed.
    ///
    ///     for await count in store.values(of: \.count) { print(count) }
    ///
    /// It ends when its task is canceled or the store is released; it does not keep the store alive. Iterate it once.
    ///
    /// - Parameter limit: What is kept for an iteration that is slower than the changes: the newest value, which is the default,
    ///   or with `.unbounded` all.
    public func values<Part: Equatable & Sendable>(
        of part: @escaping @Sendable (_ state: State) -> Part,
        bufferingPolicy limit: AsyncStream<Part>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Part> {
        let (values, continuation) = AsyncStream.makeStream(of: Part.self, bufferingPolicy: limit)
        // The store owns it.
        let end = StreamEnd(continuation)
        let subscription = subscribe(to: part, initial: true) { _ = end.continuation.yield($0) }
        continuation.onTermination = { _ in subscription.cancel() }
        return values
    }
}

private final class StreamEnd<Element: Sendable>: Sendable {
    let continuation: AsyncStream<Element>.Continuation

    init(_ continuation: AsyncStream<Element>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}
