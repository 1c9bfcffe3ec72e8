public import TimelineKit

/// The program of the largest pages: a small change of a large list in each step.
public struct InventoryProgram: Program {
    public let name = "inventory"
    public let version = "1.0.0"
    public let initialState = InventoryState()

    public init() {}

    public func reduce(_ state: inout InventoryState, _ action: InventoryAction) {
        func change(_ id: Int, _ body: (Int) -> Void) {
            if let index = state.items.firstIndex(where: { $0.id == id }) { body(index) }
        }
        switch action {
        case .sold(let item, let count):
            change(item) { state.items[$0].stock -= count }
            state.total -= count
        case .delivered(let item, let count):
            change(item) { state.items[$0].stock += count }
            state.total += count
        case .priced(let item, let cents): change(item) { state.items[$0].price = cents }
        case .listed(let item, let isListed): change(item) { state.items[$0].isListed = isListed }
        case .searched(let text): state.search = text
        case .moved(let item, let index):
            change(item) { state.items.insert(state.items.remove(at: $0), at: min(index, state.items.count)) }
        case .added(let item):
            state.items.append(item)
            state.total += item.stock
        case .removed(let item): change(item) { state.total -= state.items.remove(at: $0).stock }
        }
    }
}
