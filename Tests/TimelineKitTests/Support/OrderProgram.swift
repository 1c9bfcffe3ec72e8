import TimelineKit

/// The order in which several threads dispatched: any other leaves another state.
struct Order: Codable, Equatable, Sendable {
    /// The last count of each thread.
    var counts: [Int]
    /// How often a thread's count did not follow the one before.
    var misplaced = 0
    /// The actions in their order (FNV-1a).
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
}

/// Which thread dispatches, and for which time, from 1.
struct Numbered: Codable, Equatable, Sendable {
    let thread: Int
    let count: Int
}

struct OrderProgram: Program {
    let name = "order"
    let version = "1"
    let initialState: Order

    init(threads: Int) { initialState = Order(counts: Array(repeating: 0, count: threads)) }

    func reduce(_ state: inout Order, _ action: Numbered) { reduceOrder(&state, action) }
}

@Sendable func reduceOrder(_ state: inout Order, _ action: Numbered) {
    if action.count != state.counts[action.thread] + 1 { state.misplaced += 1 }
    state.counts[action.thread] = action.count
    for word in [action.thread, action.count] {
        state.hash = (state.hash ^ UInt64(word)) &* 0x100_0000_01B3
    }
}
