internal import Dispatch
internal import Synchronization
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// A recording behind its lock. Once the lock is free, it reports problems, syncs and removes files, and encodes snapshots.
final class LockedRecording: Sendable {
    private let core: Locked<RecordingCore>
    let durability: Durability
    private let layer: any FileLayer
    private let later: RunIdentity.Later
    private let onProblem: @Sendable (RecordingProblem) -> Void
    private let process = ProcessIdentity.current
    private let wasForkReported = Atomic<Bool>(false)
    private let queue = DispatchQueue(label: "timeline.recorder", qos: .utility)

    init(
        _ core: consuming sending RecordingCore, durability: Durability, layer: any FileLayer,
        later: @escaping RunIdentity.Later,
        onProblem: @escaping @Sendable (RecordingProblem) -> Void
    ) {
        self.core = Locked(core)
        self.durability = durability
        self.layer = layer
        self.later = later
        self.onProblem = onProblem
        queue.async { [self] in sweep() }
    }

    /// Whether this is a child that was forked from the process that is recorded. It shares the file with its parent, must
    /// not write to it, and must not take the lock: a thread that is not here may have it.
    var isForked: Bool { !process.isCurrent }

    /// Reports, once, that what a forked child does is not recorded.
    func reportFork() {
        if wasForkReported.exchange(true, ordering: .relaxed) { return }
        onProblem(
            RecordingProblem(
                .forked,
                "this process was forked from the one that is recorded: what it does is not recorded"))
    }

    /// Does something to the recording, and then what comes of it.
    @inline(__always)
    func use<Result>(_ body: (inout RecordingCore) -> sending Result) -> Result {
        let durability = durability
        let (result, pending, problems) = core.withLock { core in
            let result = body(&core)
            let pending: RecordingCore.PendingSync? =
                durability == .process ? nil : core.takePendingSync(isTimed: durability == .timed)
            return (result, pending, core.takeProblems())
        }
        if !problems.isEmpty { problems.forEach(onProblem) }
        if let pending { sync(pending) }
        return result
    }

    /// Looks at the recording.
    func look<Result>(_ body: (borrowing RecordingCore) -> sending Result) -> Result { core.withLock { body($0) } }

    private func sync(_ pending: RecordingCore.PendingSync) {
        switch pending {
        case .now(let files): files.forEach(sync)
        case .later: later(1, queue) { [weak self] in self?.sync(wasPlanned: true) }
        }
    }

    /// Encodes a snapshot that was handed over on the queue, and writes it. Where too many wait, encodes here, too.
    func encodeSnapshots() {
        queue.async { [self] in
            if let next = core.withLock({ $0.backlog.take() }) {
                encode(next.snapshot, next.encode)
            } else {
                use { $0.writeBacklog() }
            }
            if durability == .timed { sync() }
            sweep()
        }
        while let next = core.withLock({ $0.backlog.takeIfFull() }) { encode(next.snapshot, next.encode) }
    }

    private func encode(_ snapshot: SnapshotBacklog.Request, _ encoding: SnapshotBacklog.Encoding) {
        let text = Result { () throws(JSONCodingError) in try encoding() }
        use { $0.encoded(snapshot, text) }
    }

    /// Waits until the snapshots that are on their way are on file.
    func waitForSnapshots() { queue.sync {} }

    /// Waits until what was written is on the disk, where the app asked for that, and removes the files over the limits.
    func settle() {
        if durability != .process { sync() }
        sweep()
    }

    /// Syncs what was written and not yet synced, if anything. Not under the lock, so dispatch goes on.
    private func sync(wasPlanned: Bool = false) {
        core.withLock { $0.takeUnsynced(wasPlanned: wasPlanned) }.forEach(sync)
    }

    /// Removes the segments over the limits. Runs on the queue, after the segments that replace them are synced.
    private func sweep() {
        core.withLock { $0.takeObsoleteFiles() }.forEach(layer.remove)
    }

    private func sync(_ file: OpenFile) {
        var failure: FileError?
        do throws(FileError) { try file.sync() } catch { failure = error }
        let problems = core.withLock { core in
            core.noteSync(failure)
            return core.takeProblems()
        }
        problems.forEach(onProblem)
    }
}
