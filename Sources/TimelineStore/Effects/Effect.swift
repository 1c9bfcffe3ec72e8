import TimelineKit

/// Work outside the reducer that an action starts: a download, a timer.
///
///     .run(id: "search") { send in
///         let found = await server.search(text)
///         send(.found(found))
///     }
///
/// `Middleware.effects` runs effects.
public struct Effect<Action: Sendable>: Sendable {
    /// Dispatches actions from an effect.
    public struct Send: Sendable {
        let dispatch: @Sendable (_ action: Action, _ site: DispatchSite) -> Void

        /// Returns when the action was reduced. Does nothing once the effect was cancelled or has ended.
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
    ///   - id: A name to cancel it by. Several effects may run under one name.
    ///   - cancelInFlight: Whether the effects that run under the same name are cancelled first.
    public static func run(
        id: EffectID? = nil, cancelInFlight: Bool = true,
        _ work: @escaping @Sendable (_ send: Send) async -> Void
    ) -> Effect {
        Effect(work: .run(id, cancelInFlight: cancelInFlight, work))
    }

    /// Cancels all effects that run under the name `id`. They dispatch nothing more, even if they ignore their cancellation.
    public static func cancel(id: EffectID) -> Effect {
        Effect(work: .cancel(id))
    }
}

/// The name of an effect, to cancel it by: `"search"`, `"comment-3"`.
public struct EffectID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    public let rawValue: String
    public var description: String { rawValue }

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }
}
