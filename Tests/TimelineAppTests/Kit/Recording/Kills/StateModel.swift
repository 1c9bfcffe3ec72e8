import Foundation
import TimelineTestPrograms

/// Computes the expected state without the program's reducer.
struct StateModel {
    private var counts: [Int: Int] = [:]
    private var digest: UInt64
    private var written: [Int: RecordedRun.Reduced] = [:]
    private let base: BulkState
    private(set) var total: Int

    init(_ base: BulkState) {
        self.base = base
        digest = base.digest
        total = base.total
    }

    /// Whether the action is the next one of its thread.
    mutating func take(_ action: RecordedRun.Reduced) -> Bool {
        let isNext = action.number == count(of: action.thread) + 1
        counts[action.thread] = action.number
        digest = (digest ^ action.check) &* 1_099_511_628_211
        written[total % base.blocks.count] = action
        total += 1
        return isNext
    }

    private func count(of thread: Int) -> Int { counts[thread] ?? base.threads[thread] }

    var stateDigest: StateDigest { StateDigest(total: total, hash: digest) }

    var state: BulkState {
        var state = base
        state.digest = digest
        for (thread, count) in counts { state.threads[thread] = count }
        for (block, action) in written {
            let begin = "\(action.thread)-\(action.number)"
            state.blocks[block] = begin.padding(toLength: 1024, withPad: "x", startingAt: 0)
        }
        return state
    }
}
