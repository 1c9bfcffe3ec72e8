/// One type of a list of `ActionTypes`.
public struct ActionType: Sendable {
    let identifier: ObjectIdentifier
    /// As in the source, without its module.
    let name: String
    let tag: String
    let cast: @Sendable (Any) -> (any Codable & Sendable)?
    let decode: @Sendable (KeyedDecodingContainer<ActionTag>, ActionTag) throws -> any Codable & Sendable

    init<Action: Codable & Sendable>(_ type: Action.Type, tag: String?) {
        identifier = ObjectIdentifier(type)
        name = ActionTag.path(of: type).joined(separator: ".")
        self.tag = tag ?? ActionTag(type).stringValue
        cast = { $0 as? Action }
        decode = { try $0.decode(Action.self, forKey: $1) }
    }
}
