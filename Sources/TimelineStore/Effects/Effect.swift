/// Work outside the reducer that an action starts: a download, a timer.
///
///     .run(id: "search") { send in
///         let found = await server.search(text)
///         send(.found(found))
///     }
///
/// `Middleware.effects` runs effects.
public struct Effect<Action: Sendable>: Sendable {
    /// Dispatches an action from an effect, and returns when it was reduced. Does nothing once the effect was cancelled or
    /// has ended.
    public typealias Send = @Sendable (_ action: Action) -> Void

    enum Work: Sendable {
        case run(EffectID?, @Sendable (_ send: @escaping Send) async -> Void)
        case cancel(EffectID)
    }

    let work: Work

    /// Runs `work` in a task. A running effect with the same `id` is cancelled first.
    public static func run(
        id: EffectID? = nil, _ work: @escaping @Sendable (_ send: @escaping Send) async -> Void
    ) -> Effect {
        Effect(work: .run(id, work))
    }

    /// Cancels the running effect `id`, if there is one. It dispatches nothing more, even if it ignores its cancellation.
    public static func cancel(id: EffectID) -> Effect {
        Effect(work: .cancel(id))
    }
}

/// The name of an effect, to cancel it by: `"search"`, `"comment-3"`.
public struct EffectID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    /// The identity of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identity of this name.
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}
