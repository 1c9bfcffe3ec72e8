internal import Dispatch
internal import Synchronization
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// A write-ahead log with its lock. After it releases the lock, it reports problems, syncs and removes files, and encodes
/// snapshots.
final class LockedWriteAheadLog: Sendable {
    private let log: Locked<WriteAheadLog>
    let durability: Durability
    private let layer: any FileLayer
    private let schedule: RunIdentity.Scheduler
    private let onProblem: @Sendable (RecordingProblem) -> Void
    private let process = CurrentProcess.identity
    private let wasForkReported = Atomic<Bool>(false)
    private let queue = DispatchQueue(label: "timeline.recorder", qos: .utility)

    init(
        _ log: consuming sending WriteAheadLog, durability: Durability, layer: any FileLayer,
        schedule: @escaping RunIdentity.Scheduler,
        onProblem: @escaping @Sendable (RecordingProblem) -> Void
    ) {
        self.log = Locked(log)
        self.durability = durability
        self.layer = layer
        self.schedule = schedule
        self.onProblem = onProblem
        queue.async { [self] in removeObsoleteFiles() }
    }

    /// Whether this process was forked from the one that is recorded. A child shares the file with its parent, so it must
    /// not write. Nor may it lock: a thread that exists only in the parent may hold the lock.
    var isForked: Bool { !process.isCurrent }

    /// Reports once that a forked child is not recorded.
    func reportFork() {
        if wasForkReported.exchange(true, ordering: .relaxed) { return }
        onProblem(
            RecordingProblem(
                .forked,
                "this process was forked from the one that is recorded: what it does is not recorded"))
    }

    /// Calls `body` with the lock held. Then reports problems and syncs, as the durability demands.
    @inline(__always)
    func update<Result>(_ body: (inout WriteAheadLog) -> sending Result) -> Result {
        let (result, pending, problems) = log.withLock { log in
            let result = body(&log)
            return (result, log.takePendingSync(), log.takeProblems())
        }
        if !problems.isEmpty { problems.forEach(onProblem) }
        if let pending { sync(pending) }
        return result
    }

    func read<Result>(_ body: (borrowing WriteAheadLog) -> sending Result) -> Result { log.withLock { body($0) } }

    private func sync(_ pending: WriteAheadLog.PendingSync) {
        switch pending {
        case .now(let files): files.forEach(sync)
        case .later: schedule(1, queue) { [weak self] in self?.sync(wasPlanned: true) }
        }
    }

    /// Encodes and writes a snapshot, on this thread or on the queue. Where too many snapshots wait, encodes on this thread too.
    func encodeSnapshots(_ work: WriteAheadLog.SnapshotWork) {
        switch work {
        case .nothing: return
        // The queue must sync the snapshot anyway.
        case .encodeHere where durability == .timed: fallthrough
        case .useQueue: queue.async { [self] in encodeOnQueue() }
        case .startPolling: queue.async { [self] in poll() }
        case .encodeHere:
            if let next = log.withLock({ $0.backlog.take() }) { encode(next.snapshot, next.encode) }
            if log.withLock({ !$0.obsoleteFiles.isEmpty }) { queue.async { [self] in removeObsoleteFiles() } }
        }
        while let next = log.withLock({ $0.backlog.takeIfFull() }) { encode(next.snapshot, next.encode) }
    }

    /// Encodes on the queue the snapshots that come within a millisecond of each other. To wake the queue for each would
    /// take the dispatching thread about 10 µs.
    private func poll() {
        guard log.withLock({ $0.continuesPolling() }) else { return }
        encodeOnQueue()
        queue.asyncAfter(deadline: .now() + .milliseconds(1)) { [self] in poll() }
    }

    private func encodeOnQueue() {
        if let next = log.withLock({ $0.backlog.take() }) {
            encode(next.snapshot, next.encode)
        } else {
            update { $0.writeBacklog() }
        }
        if durability == .timed { sync() }
        removeObsoleteFiles()
    }

    private func encode(_ snapshot: SnapshotBacklog.Request, _ encoding: SnapshotBacklog.Encoding) {
        let line = Result { () throws(JSONCodingError) in try encoding(snapshot) }
        update { $0.encoded(snapshot, line) }
    }

    /// Waits until every snapshot in the backlog is written.
    func waitForSnapshots() {
        queue.sync { while log.withLock({ $0.backlog.hasFree }) { encodeOnQueue() } }
    }

    /// Syncs the last lines, unless `durability` is `process`, and removes the files over the limits.
    func flush() {
        if durability != .process { sync() }
        removeObsoleteFiles()
    }

    /// Syncs unsynced lines without the lock, so that dispatch goes on.
    private func sync(wasPlanned: Bool = false) {
        log.withLock { $0.takeUnsynced(wasPlanned: wasPlanned) }.forEach(sync)
    }

    /// Removes the segments over the limits, after the segments that replace them are synced.
    private func removeObsoleteFiles() {
        log.withLock { $0.takeObsoleteFiles() }.forEach(layer.remove)
    }

    private func sync(_ file: OpenFile) {
        var syncError: FileError?
        do throws(FileError) { try file.sync() } catch { syncError = error }
        let problems = log.withLock { log in
            log.noteSync(syncError)
            return log.takeProblems()
        }
        problems.forEach(onProblem)
    }
}
