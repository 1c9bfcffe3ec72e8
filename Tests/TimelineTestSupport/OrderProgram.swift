import TimelineKit

/// A state that depends on the order in which threads dispatch.
package struct Order: Codable, Equatable, Sendable {
    /// The last count of each thread.
    package var counts: [Int]
    /// The number of counts that did not follow the thread's previous one.
    package var misplaced = 0
    /// The hash of the actions in order (FNV-1a).
    package var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    package init(counts: [Int]) { self.counts = counts }
}

/// An action with its thread and its index on that thread, from 1.
package struct Numbered: Codable, Equatable, Sendable {
    package let thread, count: Int

    package init(thread: Int, count: Int) { (self.thread, self.count) = (thread, count) }
}

package struct OrderProgram: Program {
    package let name = "order"
    package let version = "1"
    package let initialState: Order

    package init(threads: Int) { initialState = Order(counts: Array(repeating: 0, count: threads)) }

    package func reduce(_ state: inout Order, _ action: Numbered) { reduceOrder(&state, action) }
}

@Sendable package func reduceOrder(_ state: inout Order, _ action: Numbered) {
    if action.count != state.counts[action.thread] + 1 { state.misplaced += 1 }
    state.counts[action.thread] = action.count
    for word in [action.thread, action.count] { state.hash = (state.hash ^ UInt64(word)) &* 0x100_0000_01B3 }
}
