internal import Dispatch
internal import Synchronization

final class LockedWriteAheadLog: Sendable {
    private let log: Locked<WriteAheadLog>
    private let layer: any FileLayer
    private let schedule: RunIdentity.Scheduler
    private let onProblem: @Sendable (RecordingProblem) -> Void
    private let process = ProcessIdentity()
    private let wasForkReported = Atomic<Bool>(false)
    private let queue = DispatchQueue(label: "timeline.recorder", qos: .utility)

    init(
        _ log: consuming sending WriteAheadLog, layer: any FileLayer, schedule: @escaping RunIdentity.Scheduler,
        onProblem: @escaping @Sendable (RecordingProblem) -> Void
    ) {
        self.log = Locked(log)
        (self.layer, self.schedule, self.onProblem) = (layer, schedule, onProblem)
        queue.async { [self] in removeObsoleteFiles() }
    }

    /// A forked child shares the file, so it must not write. Nor may it lock: a thread of the parent may hold the lock.
    var isForked: Bool { !process.isCurrent }

    func reportFork() {
        if wasForkReported.exchange(true, ordering: .relaxed) { return }
        onProblem(
            RecordingProblem(
                .forked,
                "this process was forked from the one that is recorded: what it does is not recorded"))
    }

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

    /// Encodes the state on this thread or on the queue, and writes it.
    func write(
        _ snapshot: WriteAheadLog.SnapshotRequest,
        _ encode: @escaping @Sendable () throws(JSONCodingError) -> JSONText
    ) {
        if snapshot.isEncodedHere {
            let line = snapshot.line(Result(catching: encode))
            let hasQueueWork = update { log in
                log.encoded(snapshot, line)
                return log.durability == .timed || !log.obsoleteFiles.isEmpty
            }
            if hasQueueWork { queue.async { [self] in flush() } }
            return
        }
        queue.async { [self] in
            if read({ $0.pending == snapshot }) {
                let line = snapshot.line(Result(catching: encode))
                update { $0.encoded(snapshot, line) }
            }
            flush()
        }
    }

    func waitForSnapshots() { queue.sync {} }

    func flush() {
        sync()
        removeObsoleteFiles()
    }

    private func sync(wasPlanned: Bool = false) {
        log.withLock { $0.takeUnsynced(wasPlanned: wasPlanned) }.forEach(sync)
    }

    private func removeObsoleteFiles() { log.withLock { $0.takeObsoleteFiles() }.forEach(layer.remove) }

    private func sync(_ file: OpenFile) {
        var syncError: FileError?
        do throws(FileError) { try file.sync() } catch { syncError = error }
        update { $0.noteSync(syncError) }
    }
}
