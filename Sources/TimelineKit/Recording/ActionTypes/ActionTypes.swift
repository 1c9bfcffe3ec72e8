/// The types of the actions that a store dispatches, for stores such as ReSwift, whose actions have many types.
///
/// List one type per line:
///
///     enum CounterActions: ActionTypeList {
///         static let actionTypes = ActionTypes<any Action> {
///             Add.self
///             Reset.self
///             ActionType("clear", Old.self)
///         }
///     }
///
/// The recorder writes each action under the tag of its type: `{"add":{"number":3}}`. The tag is the name of the type and of
/// its enclosing types, without the module: `add` for `Add`, `cart_add` for `Cart.Add`, `changed<Int>` for `Changed<Int>`.
/// Use `ActionType` to choose another tag if two types would have the same one, or if a type was renamed after its actions
/// were recorded.
///
/// A type must be `Codable` and `Sendable`; otherwise the compiler reports an error.
///
/// - Parameter StoreAction: The action type of the store, such as `any Action`.
public struct ActionTypes<StoreAction>: Sendable {
    private let types: [ActionType]
    private let byType: [ObjectIdentifier: ActionType]
    private let byTag: [String: ActionType]

    /// A message for each type whose tag belongs to a type listed before it. Actions of such a type are not encoded.
    let tagConflicts: [String]

    /// Creates a list. Ignores a type that is listed twice.
    public init(@ActionTypesBuilder _ types: () -> [ActionType]) {
        var listed: [ActionType] = []
        var byType: [ObjectIdentifier: ActionType] = [:]
        var byTag: [String: ActionType] = [:]
        var tagConflicts: [String] = []
        for type in types() where byType[type.identifier] == nil {
            if let other = byTag[type.tag] {
                tagConflicts.append(
                    "\(type.name) and \(other.name) would both be written as \"\(type.tag)\": list one of them as"
                        + " ActionType(\"another tag\", \(type.name).self)")
                continue
            }
            byType[type.identifier] = type
            byTag[type.tag] = type
            listed.append(type)
        }
        (self.types, self.byType, self.byTag, self.tagConflicts) = (listed, byType, byTag, tagConflicts)
    }

    func type(of action: StoreAction) -> ActionType? { byType[ObjectIdentifier(Swift.type(of: action as Any))] }

    func type(tagged tag: String) -> ActionType? { byTag[tag] }

    var tags: [String] { types.map(\.tag) }
}

/// Supplies the action types that `RecordedAction` is encoded and decoded with.
public protocol ActionTypeList {
    /// The action type of the store, such as `any Action`.
    associatedtype StoreAction

    /// The list of types. Should be a stored property, so that the list is built once.
    static var actionTypes: ActionTypes<StoreAction> { get }
}

/// Builds a list of action types from lines such as `Add.self`.
@resultBuilder
public enum ActionTypesBuilder {
    public static func buildExpression<Action: Codable & Sendable>(_ type: Action.Type) -> [ActionType] {
        [ActionType(ActionTag(type).stringValue, type)]
    }

    public static func buildExpression(_ named: ActionType) -> [ActionType] { [named] }

    @available(
        *, unavailable,
        message: "a recorded action must be Codable and Sendable: add both where its type is declared"
    )
    public static func buildExpression<Action>(_ type: Action.Type) -> [ActionType] { [] }

    public static func buildBlock(_ types: [ActionType]...) -> [ActionType] { types.flatMap(\.self) }

    public static func buildOptional(_ types: [ActionType]?) -> [ActionType] { types ?? [] }

    public static func buildLimitedAvailability(_ types: [ActionType]) -> [ActionType] { types }
}

/// An action type with an explicit tag, in a list of `ActionTypes`: `ActionType("reset", Old.self)`.
public struct ActionType: Sendable {
    let identifier: ObjectIdentifier
    let name: String
    let tag: String
    let cast: @Sendable (Any) -> (any Codable & Sendable)?
    let decode: @Sendable (KeyedDecodingContainer<ActionTag>, ActionTag) throws -> any Codable & Sendable

    /// The recorder writes actions of `type` as `{"TAG":{…}}`.
    public init<Action: Codable & Sendable>(_ tag: String, _ type: Action.Type) {
        identifier = ObjectIdentifier(type)
        name = ActionTag.path(of: type).joined(separator: ".")
        self.tag = tag
        cast = { $0 as? Action }
        decode = { try $0.decode(Action.self, forKey: $1) }
    }

    @available(
        *, unavailable,
        message: "a recorded action must be Codable and Sendable: add both where its type is declared"
    )
    public init<Action>(_ tag: String, _ type: Action.Type) { fatalError("unavailable") }
}
