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
    private let types: [ActionType]
    private let byType: [ObjectIdentifier: ActionType]
    private let byTag: [String: ActionType]

    /// Two types with one tag, each as a sentence. The first of the two has it; actions of the other are not encoded.
    let clashes: [String]

    /// Lists the types. One that is listed twice counts once.
    public init(@ActionTypesBuilder _ types: () -> [ActionType]) {
        var listed: [ActionType] = []
        var byType: [ObjectIdentifier: ActionType] = [:]
        var byTag: [String: ActionType] = [:]
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

    func type(of action: StoreAction) -> ActionType? { byType[ObjectIdentifier(Swift.type(of: action as Any))] }

    func type(tagged tag: String) -> ActionType? { byTag[tag] }

    var tags: [String] { types.map(\.tag) }
}
