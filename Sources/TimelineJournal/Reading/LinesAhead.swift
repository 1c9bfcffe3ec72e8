internal import Dispatch
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The lines of one file in order, taken apart some way ahead of whoever takes them, on processors that are idle.
///
/// A line by itself is most of the work of reading, and needs no other line. So the lines are dealt out in stretches of
/// some ten kilobytes. Whoever takes the lines never waits for a stretch that nobody has begun, but does it: with no idle
/// processor all goes on as without this. Memory: some stretches, and the longest line.
///
/// Lines are taken by one thread at a time. Sendable because what other threads change is used with `mutex` locked, and
/// nowhere else.
package final class LinesAhead: @unchecked Sendable {
    /// Takes a stretch's lines apart, on any thread.
    package typealias Work = @Sendable (_ lines: [RawLines.RawLine]) -> AnyObject

    /// What lines say by themselves.
    final class Parsed {
        let contents: [Result<Line, LineFault>]

        init(_ lines: [RawLines.RawLine]) {
            contents = lines.map { line in
                Result { () throws(LineFault) in try JournalReader.content(of: line) }
            }
        }
    }

    /// Lines that lie one behind the other.
    package struct Stretch {
        package var lines: [RawLines.RawLine] = []
        /// What was made of them.
        package var made: AnyObject?
        /// Why there are no more.
        package var failure: FileError?
    }

    /// A stretch that is being taken apart.
    private final class Job {
        /// The lines as they are; none once someone has begun.
        var raws: [RawLines.RawLine]?
        let bytes: Int
        let failure: FileError?
        var done: Stretch?

        init(_ raws: [RawLines.RawLine], bytes: Int, _ failure: FileError?) {
            self.raws = raws
            self.bytes = bytes
            self.failure = failure
        }
    }

    /// How many bytes a stretch has, but for its last line: work for a fraction of a millisecond.
    private static let size = 64 << 10
    /// How many stretches there are at once, for each processor, and how many bytes they have at most, but for the last.
    private static let depth = 4
    private static let byteLimit = 1 << 20
    private static let helperLimit = 3

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// These six with `mutex` locked.
    private var lines: RawLines
    private var jobs: [Job] = []
    private var bytes = 0
    private var isAtEnd = false
    private var helpers = 0
    private var isAwaited = false

    private let work: Work
    private let processors: Int
    private let count: Int
    private let limit: Int
    /// How many stretches were taken.
    private var taken = 0

    /// - Parameters:
    ///   - lines: The lines, from where they are now.
    ///   - processors: How many threads there may be at work, this one included.
    ///   - count: How many lines a stretch has at most.
    init(_ lines: RawLines, processors: Int = LinesAhead.processors, count: Int = 512, work: @escaping Work) {
        self.lines = lines
        self.count = count
        self.processors = processors
        self.work = work
        limit = Self.depth * processors
        mutex.initialize(to: pthread_mutex_t())
        change.initialize(to: pthread_cond_t())
        guard pthread_mutex_init(mutex, nil) == 0, pthread_cond_init(change, nil) == 0 else {
            preconditionFailure("there is no room for a lock")
        }
    }

    deinit {
        pthread_cond_destroy(change)
        pthread_mutex_destroy(mutex)
        change.deallocate()
        mutex.deallocate()
    }

    /// How many processors there are, up to a number that is of use.
    static let processors = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1 + helperLimit)

    /// The next lines; nil at the end.
    func next() -> Stretch? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        taken += 1
        // A short file is read by the time that another thread has woken up.
        if taken == 2 { callHelpers() }
        while true {
            if let first = jobs.first, let stretch = first.done {
                jobs.removeFirst()
                bytes -= first.bytes
                if helpers == 0, taken > 2 { callHelpers() }
                return stretch
            }
            if workOnce() { continue }
            if jobs.isEmpty { return nil }
            isAwaited = true
            pthread_cond_wait(change, mutex)
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
        pthread_mutex_lock(mutex)
        while workOnce() {}
        helpers -= 1
        pthread_mutex_unlock(mutex)
    }

    /// Takes a stretch apart that nobody has begun; false where there is none. With `mutex` locked, but not all the while.
    private func workOnce() -> Bool {
        guard let job = jobs.first(where: { $0.raws != nil }) ?? another(), let raws = job.raws else { return false }
        job.raws = nil
        pthread_mutex_unlock(mutex)
        let stretch = Stretch(lines: raws, made: raws.isEmpty ? nil : work(raws), failure: job.failure)
        pthread_mutex_lock(mutex)
        job.done = stretch
        if isAwaited {
            isAwaited = false
            pthread_cond_signal(change)
        }
        return true
    }

    /// Deals out another stretch; nil at the end, and where there are enough. With `mutex` locked.
    private func another() -> Job? {
        guard !isAtEnd, jobs.count < limit, bytes < Self.byteLimit else { return nil }
        var raws: [RawLines.RawLine] = []
        raws.reserveCapacity(count)
        var failure: FileError?
        var size = 0
        do throws(FileError) {
            while raws.count < count, size < Self.size {
                guard let raw = try lines.next() else {
                    isAtEnd = true
                    break
                }
                size += raw.bytes.count
                raws.append(raw)
            }
        } catch {
            failure = error
            isAtEnd = true
        }
        if raws.isEmpty, failure == nil { return nil }
        let job = Job(raws, bytes: size, failure)
        jobs.append(job)
        bytes += size
        return job
    }
}
