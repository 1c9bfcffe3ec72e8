internal import Dispatch
package import TimelineKit

/// The blocks of a file, each mapped to a value. Reads in rounds of some blocks, which idle processors map; after the first rounds, while
/// the one before is used. Memory: two rounds of a megabyte each, or of the longest line. A value: copies are independent.
package struct ReadAhead<Mapped: Sendable>: Sendable {
    package typealias Map = @Sendable (_ block: LineBlock) -> Mapped

    private struct Round {
        var mapped: ArraySlice<Mapped> = []
        /// After the round.
        var blocks: LineBlocks
        var error: FileError?
        /// In blocks. The first rounds are short: a file may be, and a reader that starts in the middle mostly needs a line or two.
        var size = 0

        func next(_ map: Map) -> Round {
            let count = blocks.isGrowing ? 1 : min(max(1, 2 * size), 4 * SystemInfo.processorCount)
            var next = Round(blocks: blocks, size: count)
            var read: [LineBlock] = []
            var bytes = 0
            do throws(FileError) {
                while read.count < next.size, bytes < 1 << 20, let block = try next.blocks.next() {
                    read.append(block)
                    bytes += block.bytes.count
                }
            } catch { next.error = error }
            let blocks = read
            let mapped = [Mapped](unsafeUninitializedCapacity: blocks.count) { memory, count in
                nonisolated(unsafe) let memory = memory
                DispatchQueue.concurrentPerform(iterations: blocks.count) {
                    memory.initializeElement(at: $0, to: map(blocks[$0]))
                }
                count = blocks.count
            }
            next.mapped = mapped[...]
            return next
        }
    }

    /// Sendable because `round` is written before `done`, and read after it.
    private final class Upcoming: @unchecked Sendable {
        private var round: Round
        private let done = DispatchGroup()

        init(after last: Round, _ map: @escaping Map) {
            round = last
            DispatchQueue.global(qos: .userInitiated).async(group: done) { self.round = self.round.next(map) }
        }

        func wait() -> Round {
            done.wait()
            return round
        }
    }

    private let map: Map
    private var round: Round
    private var upcoming: Upcoming?

    package init(_ blocks: LineBlocks, map: @escaping Map) {
        self.map = map
        round = Round(blocks: blocks)
    }

    /// What precedes a part of the file that cannot be read comes first.
    package mutating func next() throws(FileError) -> Mapped? {
        if round.mapped.isEmpty {
            if let error = round.error { throw error }
            round = upcoming?.wait() ?? round.next(map)
            upcoming = round.size > 2 && round.error == nil ? Upcoming(after: round, map) : nil
        }
        return round.mapped.popFirst()
    }
}
