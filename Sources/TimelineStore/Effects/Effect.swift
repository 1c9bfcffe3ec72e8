import TimelineKit

/// Work outside the reducer that an action starts: a download, a timer.
///
///     .run(id: "search", cancelInFlight: true) { send in
///         let found = await server.search(text)
///         send(.found(found))
///     }
///
/// `Middleware.effects` runs effects.
public struct Effect<Action: Sendable>: Sendable {
    /// Dispatches actions from an effect.
    public struct Send: Sendable {
        let dispatch: @Sendable (_ action: Action, _ site: DispatchSite) -> Void

        /// Returns when the action was reduced. Does nothing once the effect was canceled or has ended.
        public func callAsFunction(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
            dispatch(action, DispatchSite(fileID: fileID, line: line))
        }
    }

    enum Work: Sendable {
        case run(EffectID?, cancelInFlight: Bool, @Sendable (_ send: Send) async -> Void)
        case cancel(EffectID)
    }

    let work: Work

    /// Runs `work` in a task.
    ///
    /// - Parameters:
    ///   - id: A value to cancel it by: `"search"`, `"comment \(id)"`, a case of an enumeration. Several effects may run under one id.
    ///   - cancelInFlight: Whether the effects that run under the same id are canceled first.
    public static func run(
        id: (any Hashable & Sendable)? = nil, cancelInFlight: Bool = false,
        _ work: @escaping @Sendable (_ send: Send) async -> Void
    ) -> Effect {
        Effect(work: .run(id.map(EffectID.init), cancelInFlight: cancelInFlight, work))
    }

    /// Cancels all effects that run under `id`. They dispatch nothing more, even if they ignore their cancellation.
    public static func cancel(id: any Hashable & Sendable) -> Effect { Effect(work: .cancel(EffectID(id))) }
}

/// Sendable because the value is.
struct EffectID: Hashable, @unchecked Sendable {
    let value: AnyHashable

    init(_ value: any Hashable & Sendable) { self.value = AnyHashable(value) }
}
