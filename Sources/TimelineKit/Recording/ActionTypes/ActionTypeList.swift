/// Names the types of a store's actions, for a `RecordedAction` to be encoded and decoded by.
public protocol ActionTypeList {
    /// What the store calls an action: `any Action`.
    associatedtype StoreAction

    /// The types. Listed once: a stored property.
    static var actionTypes: ActionTypes<StoreAction> { get }
}
