/// A type of action in a list of `ActionTypes`, with a tag of its own: `Named("reset", Old.self)`.
public struct Named: Sendable {
    let identifier: ObjectIdentifier
    /// As in the source, without its module.
    let name: String
    let tag: String
    let cast: @Sendable (Any) -> (any Codable & Sendable)?
    let decode: @Sendable (KeyedDecodingContainer<ActionTag>, ActionTag) throws -> any Codable & Sendable

    /// Actions of `type` are written as `{"TAG":{…}}`.
    public init<Action: Codable & Sendable>(_ tag: String, _ type: Action.Type) {
        identifier = ObjectIdentifier(type)
        name = ActionTag.path(of: type).joined(separator: ".")
        self.tag = tag
        cast = { $0 as? Action }
        decode = { try $0.decode(Action.self, forKey: $1) }
    }

    @available(
        *, unavailable,
        message: "a recorded action must be Codable: add Codable and Sendable where its type is declared"
    )
    public init<Action>(_ tag: String, _ type: Action.Type) { fatalError("unavailable") }
}
