internal import Dispatch
internal import Synchronization
internal import TimelineKit

/// Moves logs between the folder and `ReplicaCore`, and changes between the core and the store. Both change in exclusive work of the
/// store only, so that they always agree. Sendable: locked, atomic, used in exclusive work, or used on `queue`.
final class ReplicaWorker<P: Program>: @unchecked Sendable {
    typealias Core = ReplicaCore<P.State, P.Action>
    typealias Log = ReplicaLog<P.State, P.Action>
    typealias Reader = ReplicaLogReader<P.State, P.Action>

    let claim: ReplicaFolder.Claim
    let folder: ReplicaFolder
    private let store: any LiveStoreCore<P.State, P.Action>
    private let encoding: RealEncoding
    private let reader: Reader
    private let options: Replica<P>.Options

    private let core: Locked<Core>
    private lazy var stepObserver = StepObserver<P.State, P.Action> { [weak self] in self?.storeDidChange($0) }
    /// Read, but not passed to the core yet.
    private let received = Locked<[String: Log]>([:])
    private let isReceiveScheduled = Atomic(false)
    private let isWriteScheduled = Atomic(false)
    /// Used in exclusive work.
    private let isReplicating = Atomic(false)
    private let hasBegun = Atomic(false)
    private let hasEnded = Atomic(false)
    /// In microseconds of the system. A resumed log continues with the time of its last change.
    private let timeOrigin: Int64

    private let queue = DispatchQueue(label: "timeline.replica", qos: .utility)
    /// Used on `queue`, as those below.
    private var watch: FolderWatch?
    private var writer: ReplicaLogWriter<P.State, P.Action>
    private var known: [String: FileStatus] = [:]
    private var readings: [String: Reader.Reading] = [:]
    private var reported: [String: ReplicaProblem] = [:]

    init(
        _ store: any LiveStoreCore<P.State, P.Action>, _ program: P, _ folder: ReplicaFolder,
        _ claim: ReplicaFolder.Claim, _ options: Replica<P>.Options
    ) throws(ReplicaError) {
        (self.store, self.folder, self.claim, self.options) = (store, folder, claim, options)
        encoding = RealEncoding(options.realValues)
        let mode = options.mode.rawValue
        reader = Reader(program: program.name, mode: mode)
        let path = folder.file(of: claim.id)
        let own: Reader.Reading?
        do throws(FileError) { own = reader.read(try PrivateFile.read(path), file: path, of: claim.id) } catch {
            guard error.isMissing else { throw ReplicaError(.file, error.description) }
            own = nil
        }
        if let problem = own?.problem {
            guard own?.log != nil else { throw ReplicaError(.log, "\(problem) Move the file away to start a new log.") }
            options.onProblem(ReplicaProblem(.notRead, problem))
        }
        let run = RunIdentity.fresh()
        timeOrigin = SystemInfo.microseconds - (own?.log?.lastAt.microseconds ?? 0)
        writer = ReplicaLogWriter(
            path,
            .init(
                program: program.name, version: program.version, mode: mode,
                session: own?.header?.session ?? run.session, started: own?.header?.started ?? run.started), encoding)
        core = Locked(
            Core(id: claim.id, isMirroring: options.mode == .mirror, state: store.liveStep.state, resuming: own?.log) {
                program.reduce(&$0, $1)
            })
    }

    // MARK: - Starting and finishing

    func begin() throws(ReplicaError) {
        let failure = Locked<FileError?>(nil)
        store.wait(for: queue) { [self] in
            do throws(FileError) {
                watch = try FolderWatch(folder.path, for: nil, on: queue) { [weak self] in self?.folderChanged() }
                try read()
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw ReplicaError(.file, error.description) }
        let storeHasReplica = Atomic(false)
        store.whenLive { [self] in
            if store.hasReplica { return storeHasReplica.store(true, ordering: .relaxed) }
            let logs = removeReceived()
            let live = store.liveStep.state
            let state = core.withLock { core in
                core.join(logs)
                return core.state
            }
            hasBegun.store(true, ordering: .relaxed)
            store.hasReplica = true
            store.add(stepObserver)
            replicate { if state != live { self.store.setExclusively(state, by: "replication") } }
            scheduleWrite()
        }
        if storeHasReplica.load(ordering: .relaxed) {
            throw ReplicaError(.hasReplica, "the store already has a replica; a store can have only one at a time")
        }
    }

    /// Writes the remaining changes without waiting.
    func finish() {
        leaveStore()
        queue.async { [self] in
            write()
            end()
        }
    }

    func flush() { store.wait(for: queue) { [self] in write() } }

    /// Must be called on `queue`.
    private func end() {
        hasEnded.store(true, ordering: .relaxed)
        watch = nil
    }

    private func end(because reason: String) {
        end()
        leaveStore()
        options.onProblem(
            ReplicaProblem(
                .redacted,
                "\(folder.file(of: claim.id)) is not written: \(reason). Replication has ended. To share such values, "
                    + "pass realValues: .allowed."))
    }

    private func leaveStore() {
        store.exclusively { [self] in
            guard hasBegun.exchange(false, ordering: .relaxed) else { return }
            store.remove(stepObserver)
            store.hasReplica = false
        }
    }

    // MARK: - Changes of the store

    /// Requires exclusive access to the store; called within the dispatch.
    private func storeDidChange(_ step: StepObserver<P.State, P.Action>.Step) {
        if isReplicating.load(ordering: .relaxed) { return }
        core.withLock { core in
            let moment = Moment(microseconds: SystemInfo.microseconds - timeOrigin)
            switch step.change {
            case .action(let dispatched):
                core.change(
                    .action(dispatched.action), at: moment, from: dispatched.from.rawValue, resultingIn: step.state)
            case .set(let by): core.change(.set(step.state, by: by), at: moment, resultingIn: step.state)
            }
        }
        scheduleWrite()
    }

    private func scheduleWrite() {
        if isWriteScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        queue.asyncAfter(deadline: .now() + options.interval / .seconds(1)) { [weak self] in
            self?.write()
        }
    }

    private func write() {
        guard !hasEnded.load(ordering: .relaxed) else { return }
        isWriteScheduled.store(false, ordering: .releasing)
        guard let due = core.withLock({ $0.hasJoined ? $0.publish() : nil }) else { return }
        do {
            try writer.write(due.log)
            reported["writing"] = nil
        } catch RealEncoding.Error.hidden(let reason) {
            return end(because: reason)
        } catch {
            let reason = error is RealEncoding.Error ? "the state cannot be encoded: \(error)" : "\(error)"
            report(.notWritten, "\(reason). Other replicas do not receive changes made here.", about: "writing")
            scheduleWrite()
        }
        for other in due.diverged {
            options.onProblem(
                ReplicaProblem(
                    .diverged,
                    "replicas \(claim.id) and \(other) know the same changes and have different states: the reducer is not pure, "
                        + "or not the same in both. Compare their recordings with `timeline diff`."))
        }
    }

    // MARK: - Changes of other replicas

    private func folderChanged() {
        guard !hasEnded.load(ordering: .relaxed) else { return }
        do throws(FileError) {
            try read()
            reported["reading"] = nil
        } catch {
            report(.notRead, "\(error). Changes of other replicas do not appear here.", about: "reading")
        }
        if received.withLock({ $0.isEmpty }) || isReceiveScheduled.exchange(true, ordering: .acquiringAndReleasing) {
            return
        }
        store.whenLive { [weak self] in self?.receive() }
    }

    private func read() throws(FileError) {
        let changed = try folder.changed(since: &known) { id in
            id != claim.id && ReplicaFolder.isID(id)
        } onProblem: { id, problem in
            report(.notRead, problem, about: id)
        }
        for (id, text) in changed {
            let reading = reader.read(text, file: folder.file(of: id), of: id, after: readings[id])
            readings[id] = reading
            if let log = reading.log { received.withLock { $0[id] = log } }
            if let problem = reading.problem { report(.notRead, problem, about: id) } else { reported[id] = nil }
        }
    }

    private func removeReceived() -> [Log] { Array(received.withLock { exchange(&$0, with: [:]) }.values) }

    /// Requires exclusive access to the store.
    private func receive() {
        isReceiveScheduled.store(false, ordering: .releasing)
        let logs = removeReceived()
        guard !hasEnded.load(ordering: .relaxed), !logs.isEmpty else { return }
        let (outcome, state) = core.withLock { core -> (Core.Outcome, P.State) in
            let outcome = core.receive(logs)
            return (outcome, core.state)
        }
        replicate {
            switch outcome.update {
            case .nothing: break
            case .set(let state): self.store.setExclusively(state, by: "replication")
            case .reduce(let actions):
                for action in actions { self.store.handleExclusively(action, from: .replication) }
                // Middleware may have dropped or replaced an action.
                if self.store.liveStep.state != state { self.store.setExclusively(state, by: "replication") }
            }
        }
        outcome.conflicts.forEach(options.onConflict)
        if outcome.overruled > 0 {
            options.onProblem(
                ReplicaProblem(
                    .overruled,
                    "replica \(claim.id) was apart from the others for too many changes: \(outcome.overruled) changes made here "
                        + "are lost."))
        }
        scheduleWrite()
    }

    /// What `change` does to the store is not sent to other replicas. Requires exclusive access to the store.
    private func replicate(_ change: () -> Void) {
        isReplicating.store(true, ordering: .relaxed)
        change()
        isReplicating.store(false, ordering: .relaxed)
    }

    // MARK: - Reporting

    /// Skips the problem that was last reported about `subject`.
    private func report(_ kind: ReplicaProblem.Kind, _ message: String, about subject: String) {
        let problem = ReplicaProblem(kind, message)
        guard reported.updateValue(problem, forKey: subject) != problem else { return }
        options.onProblem(problem)
    }
}
