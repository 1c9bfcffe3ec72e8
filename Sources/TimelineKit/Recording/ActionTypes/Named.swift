/// A type of action with a tag of its own, in a list of `ActionTypes`: `Named("reset", Old.self)`.
public struct Named: Sendable {
    let type: ActionType

    /// Actions of `type` are written as `{"TAG":{…}}`.
    public init<Action: Codable & Sendable>(_ tag: String, _ type: Action.Type) {
        self.type = ActionType(type, tag: tag)
    }

    @available(
        *, unavailable,
        message: "a recorded action must be Codable: add Codable and Sendable where its type is declared"
    )
    public init<Action>(_ tag: String, _ type: Action.Type) { fatalError("unavailable") }
}
