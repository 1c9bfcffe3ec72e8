/// Work outside the reducer, asked for by an action: a download, a timer.
///
///     .run(id: "search") { send in
///         let found = await server.search(text)
///         send(.found(found))
///     }
///
/// `Middleware.effects` carries effects out.
public struct Effect<Action: Sendable>: Sendable {
    /// Dispatches an action from an effect. It returns when the action was reduced, and does nothing once the effect
    /// was cancelled or has ended.
    public typealias Send = @Sendable (_ action: Action) -> Void

    enum Work: Sendable {
        case run(EffectID?, @Sendable (_ send: @escaping Send) async -> Void)
        case cancel(EffectID)
    }

    let work: Work

    /// Runs `work` in a task. An effect that runs by the name `id` already is cancelled first.
    public static func run(
        id: EffectID? = nil, _ work: @escaping @Sendable (_ send: @escaping Send) async -> Void
    ) -> Effect {
        Effect(work: .run(id, work))
    }

    /// Cancels the effect that runs by the name `id`, if one does.
    ///
    /// Nothing more is dispatched from it, whether or not it minds that its task is cancelled.
    public static func cancel(id: EffectID) -> Effect {
        Effect(work: .cancel(id))
    }
}
