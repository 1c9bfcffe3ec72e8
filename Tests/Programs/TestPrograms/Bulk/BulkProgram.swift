public import TimelineKit

/// The program of the kill harness: states and actions of any size.
public struct BulkProgram: Program {
    public let name = "bulk"
    public let version = "1.0.0"
    public let initialState: BulkState

    public init(blocks: Int, threads: Int) { initialState = BulkState(blocks: blocks, threads: threads) }

    public func reduce(_ state: inout BulkState, _ action: BulkAction) {
        let block = state.total % state.blocks.count
        state.threads[action.thread] += 1
        state.digest = (state.digest ^ action.check) &* 0x100_0000_01B3
        let begin = "\(action.thread)-\(action.number)"
        state.blocks[block] = begin + String(repeating: "x", count: BulkState.blockSize - begin.utf8.count)
    }
}
