internal import Dispatch
internal import Synchronization
package import TimelineKit

/// The blocks of a file, each mapped to a value: on idle processors, or where it is needed if none has begun. After the first blocks, which
/// are small, further ones are read before they are needed. Memory: a megabyte of blocks, or the longest line. A value: copies are
/// independent.
package struct ReadAhead<Mapped: Sendable>: Sendable {
    package typealias Map = @Sendable (_ block: LineBlock) -> Mapped

    private final class Job: Sendable {
        let block: LineBlock
        private let map: Map
        /// Locked while it is mapped.
        private let mapped = Mutex<Mapped?>(nil)

        init(_ block: LineBlock, _ map: @escaping Map) { (self.block, self.map) = (block, map) }

        func begin(on queue: DispatchQueue) {
            queue.async { [weak self] in
                guard let self else { return }
                _ = mapped.withLockIfAvailable { if $0 == nil { $0 = map(block) } }
            }
        }

        func value() -> Mapped {
            mapped.withLock {
                let value = $0 ?? map(block)
                $0 = value
                return value
            }
        }
    }

    private let map: Map
    private var blocks: LineBlocks
    private var jobs: [Job] = []
    private var error: FileError?
    /// The number of blocks to have. It grows by one with each: a reader that starts in the middle mostly needs a line or two.
    private var depth = 0
    private var taken = 0

    package init(_ blocks: LineBlocks, map: @escaping Map) { (self.blocks, self.map) = (blocks, map) }

    /// What precedes a part of the file that cannot be read comes first.
    package mutating func next() throws(FileError) -> Mapped? {
        depth = blocks.isGrowing ? 1 : min(depth + 1, 4 * SystemInfo.processorCount)
        do throws(FileError) {
            while error == nil, jobs.count < depth, jobs.reduce(0, { $0 + $1.block.bytes.count }) < 1 << 20,
                let block = try blocks.next()
            {
                jobs.append(Job(block, map))
                if depth > 1 { jobs.last?.begin(on: queues[taken % queues.count]) }
                taken += 1
            }
        } catch { self.error = error }
        if !jobs.isEmpty { return jobs.removeFirst().value() }
        if let error { throw error }
        return nil
    }
}

/// One for each processor but that of the reader: more threads than processors would take turns.
private let queues = (0..<max(1, SystemInfo.processorCount - 1)).map {
    DispatchQueue(label: "timeline.read-ahead.\($0)", qos: .userInitiated)
}
