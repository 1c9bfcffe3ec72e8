/// An action on its way to the reducer, and where it came from.
public struct ActionDispatch<Action> {
    /// The action.
    public var action: Action

    /// Who or what dispatched it.
    public var from: Origin

    /// The `seq` of the step it came from; nil where no step led to it.
    public var cause: Int?

    /// An action that is about to be dispatched.
    public init(action: Action, from: Origin, cause: Int? = nil) {
        self.action = action
        self.from = from
        self.cause = cause
    }
}

extension ActionDispatch: Sendable where Action: Sendable {}
extension ActionDispatch: Equatable where Action: Equatable {}
