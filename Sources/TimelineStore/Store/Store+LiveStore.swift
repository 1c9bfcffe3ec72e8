public import TimelineKit

extension Store: LiveStore {
    public var live: LiveStoreAccess<State, Action> { LiveStoreAccess(core) }
}

extension StoreCore: LiveStoreCore {}
