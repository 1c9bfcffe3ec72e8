internal import Dispatch
package import TimelineKit

/// Reads in blocks of some ten kilobytes. The reader never waits for a chunk that no thread has begun: it parses that chunk itself,
/// and so loses nothing if no processor is idle. Memory: some blocks, and the longest line. For one reading thread at a time.
/// Sendable because helpers share state only with `mutex` locked.
package final class ReadAhead<Parsed>: @unchecked Sendable {
    package typealias Work = @Sendable (_ block: LineBlock) -> Parsed

    package struct Chunk {
        package var block: LineBlock?
        package var parsed: Parsed?
        package var error: FileError?
    }

    private final class Job {
        /// Nil once a thread has begun.
        var block: LineBlock?
        let bytes: Int
        let error: FileError?
        var done: Chunk?

        init(_ block: LineBlock?, _ error: FileError?) {
            self.block = block
            bytes = block?.bytes.count ?? 0
            self.error = error
        }
    }

    /// Chunks per processor, and bytes of all of them without the last.
    private static var depth: Int { 4 }
    private static var byteLimit: Int { 1 << 20 }
    private static var helperLimit: Int { 3 }

    private let mutex = Locked<Void>(())
    /// Signaled when a chunk is parsed and `isAwaited` is set.
    private let parsed = DispatchSemaphore(value: 0)
    /// These six with `mutex` locked.
    private var blocks: LineBlocks
    private var jobs: [Job] = []
    private var bytes = 0
    private var isAtEnd = false
    private var helpers = 0
    private var isAwaited = false

    private let work: Work
    private let processors: Int
    private let limit: Int
    private var taken = 0

    package init(_ blocks: LineBlocks, processors: Int = ReadAhead.processors, work: @escaping Work) {
        self.blocks = blocks
        self.processors = processors
        self.work = work
        limit = Self.depth * processors
    }

    package static var processors: Int { min(SystemInfo.processorCount, 1 + helperLimit) }

    package func next() -> Chunk? {
        mutex.lock()
        defer { mutex.unlock() }
        taken += 1
        // A short file is read before a helper would wake up.
        if taken == 2 { callHelpers() }
        while true {
            if let first = jobs.first, let chunk = first.done {
                jobs.removeFirst()
                bytes -= first.bytes
                if helpers == 0, taken > 2 { callHelpers() }
                return chunk
            }
            if workOnce() { continue }
            if jobs.isEmpty { return nil }
            isAwaited = true
            mutex.unlock()
            parsed.wait()
            mutex.lock()
        }
    }

    private func callHelpers() {
        guard !isAtEnd else { return }
        while helpers < processors - 1 {
            helpers += 1
            DispatchQueue.global(qos: .userInitiated).async { self.help() }
        }
    }

    private func help() {
        mutex.lock()
        while workOnce() {}
        helpers -= 1
        mutex.unlock()
    }

    /// False if all chunks have begun. Unlocks `mutex`, which is locked, while it parses.
    private func workOnce() -> Bool {
        guard let job = jobs.first(where: { $0.block != nil }) ?? another() else { return false }
        let block = job.block
        job.block = nil
        mutex.unlock()
        let chunk = Chunk(block: block, parsed: block.map(work), error: job.error)
        mutex.lock()
        job.done = chunk
        if isAwaited {
            isAwaited = false
            parsed.signal()
        }
        return true
    }

    /// Nil at the end, or if there are enough. With `mutex` locked.
    private func another() -> Job? {
        guard !isAtEnd, jobs.count < limit, bytes < Self.byteLimit else { return nil }
        let job: Job
        do throws(FileError) {
            guard let block = try blocks.next() else {
                isAtEnd = true
                return nil
            }
            job = Job(block, nil)
        } catch {
            isAtEnd = true
            job = Job(nil, error)
        }
        jobs.append(job)
        bytes += job.bytes
        return job
    }
}
