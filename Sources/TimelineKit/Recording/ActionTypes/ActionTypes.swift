/// The types of the actions that a store dispatches, for stores such as ReSwift, whose actions have many types.
///
///     enum CounterActions: ActionTypeList {
///         static let actionTypes = ActionTypes<any Action>(Add.self, Reset.self)
///             .adding(Old.self, tag: "clear")
///     }
///
/// The recorder writes each action under the tag of its type: `{"add":{"number":3}}`. The tag is the name of the type and of
/// its enclosing types, without the module: `add` for `Add`, `cart_add` for `Cart.Add`, `changed<Int>` for `Changed<Int>`.
/// Choose another tag with `adding(_:tag:)` if two types would have the same one, or if a type was renamed after its actions were
/// recorded.
///
/// A type must be `Codable` and `Sendable`; otherwise the compiler reports an error.
///
/// - Parameter StoreAction: The action type of the store, such as `any Action`.
public struct ActionTypes<StoreAction>: Sendable {
    private var types: [ListedType] = []
    private var byType: [ObjectIdentifier: ListedType] = [:]
    private var byTag: [String: ListedType] = [:]

    /// A message for each type whose tag belongs to a type listed before it. Actions of such a type are not encoded.
    private(set) var tagConflicts: [String] = []

    /// Creates a list. Ignores a type that is listed twice.
    public init<each Listed: Codable & Sendable>(_ types: repeat (each Listed).Type) {
        repeat add(ListedType(each types, tag: ActionTag(each types).stringValue))
    }

    /// The list and another type, whose actions are written as `{"TAG":{…}}`. Ignores a type that is listed already.
    public func adding<Added: Codable & Sendable>(_ type: Added.Type, tag: String) -> ActionTypes {
        var all = self
        all.add(ListedType(type, tag: tag))
        return all
    }

    private mutating func add(_ type: ListedType) {
        guard byType[type.identifier] == nil else { return }
        if let other = byTag[type.tag] {
            return tagConflicts.append(
                "\(type.name) and \(other.name) would both be written as \"\(type.tag)\": list one of them by"
                    + " adding(\(type.name).self, tag: \"another tag\")")
        }
        byType[type.identifier] = type
        byTag[type.tag] = type
        types.append(type)
    }

    func type(of action: StoreAction) -> ListedType? { byType[ObjectIdentifier(Swift.type(of: action as Any))] }

    func type(tagged tag: String) -> ListedType? { byTag[tag] }

    var tags: [String] { types.map(\.tag) }
}

/// Supplies the action types that `RecordedAction` is encoded and decoded with.
public protocol ActionTypeList {
    /// The action type of the store, such as `any Action`.
    associatedtype StoreAction

    /// The list of types. Should be a stored property, so that the list is built once.
    static var actionTypes: ActionTypes<StoreAction> { get }
}

struct ListedType: Sendable {
    let identifier: ObjectIdentifier
    let name: String
    let tag: String
    let cast: @Sendable (Any) -> (any Codable & Sendable)?
    let decode: @Sendable (KeyedDecodingContainer<ActionTag>, ActionTag) throws -> any Codable & Sendable

    init<Action: Codable & Sendable>(_ type: Action.Type, tag: String) {
        identifier = ObjectIdentifier(type)
        name = ActionTag.path(of: type).joined(separator: ".")
        self.tag = tag
        cast = { $0 as? Action }
        decode = { try $0.decode(Action.self, forKey: $1) }
    }
}
