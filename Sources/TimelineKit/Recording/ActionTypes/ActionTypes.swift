/// The types of the actions of a store that takes actions of any type, as ReSwift and Fluxor do, one a line.
///
///     enum CounterActions: ActionTypeList {
///         static let actionTypes = ActionTypes<any Action> {
///             Add.self
///             Reset.self
///             Named("clear", Old.self)
///         }
///     }
///
/// Each action is written under a tag that says of which type it is: `{"add":{"number":3}}`. A type's tag is its name, with
/// those of the types that it is nested in: `Add` is `add`, `Cart.Add` is `cart_add`, `Changed<Int>` is `changed<Int>`.
/// Neither its module nor a memory address is part of it. `Named` gives a type another tag: where two types would have one,
/// or where a type was renamed and older recordings are to be read.
///
/// A type must be `Codable` and `Sendable`; the compiler says so of one that is not.
///
/// - Parameter StoreAction: What the store calls an action: `any Action`.
public struct ActionTypes<StoreAction>: Sendable {
    private let types: [Named]
    private let byType: [ObjectIdentifier: Named]
    private let byTag: [String: Named]

    /// Two types with one tag, each as a sentence. The first of the two has it; actions of the other are not encoded.
    let clashes: [String]

    /// Lists the types. One that is listed twice counts once.
    public init(@ActionTypesBuilder _ types: () -> [Named]) {
        var listed: [Named] = []
        var byType: [ObjectIdentifier: Named] = [:]
        var byTag: [String: Named] = [:]
        var clashes: [String] = []
        for type in types() where byType[type.identifier] == nil {
            if let other = byTag[type.tag] {
                clashes.append(
                    "\(type.name) and \(other.name) would both be written as \"\(type.tag)\": list one of them as"
                        + " Named(\"another tag\", \(type.name).self)")
                continue
            }
            byType[type.identifier] = type
            byTag[type.tag] = type
            listed.append(type)
        }
        (self.types, self.byType, self.byTag, self.clashes) = (listed, byType, byTag, clashes)
    }

    func type(of action: StoreAction) -> Named? { byType[ObjectIdentifier(Swift.type(of: action as Any))] }

    func type(tagged tag: String) -> Named? { byTag[tag] }

    var tags: [String] { types.map(\.tag) }
}

/// Names the types of a store's actions, for a `RecordedAction` to be encoded and decoded by.
public protocol ActionTypeList {
    /// What the store calls an action: `any Action`.
    associatedtype StoreAction

    /// The types. Listed once: a stored property.
    static var actionTypes: ActionTypes<StoreAction> { get }
}

/// Makes a list of types of actions from lines such as `Add.self`.
@resultBuilder
public enum ActionTypesBuilder {
    public static func buildExpression<Action: Codable & Sendable>(_ type: Action.Type) -> [Named] {
        [Named(ActionTag(type).stringValue, type)]
    }

    public static func buildExpression(_ named: Named) -> [Named] { [named] }

    @available(
        *, unavailable,
        message: "a recorded action must be Codable: add Codable and Sendable where its type is declared"
    )
    public static func buildExpression<Action>(_ type: Action.Type) -> [Named] { [] }

    public static func buildBlock(_ types: [Named]...) -> [Named] { types.flatMap(\.self) }

    public static func buildOptional(_ types: [Named]?) -> [Named] { types ?? [] }

    public static func buildLimitedAvailability(_ types: [Named]) -> [Named] { types }
}

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
