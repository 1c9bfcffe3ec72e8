internal import Dispatch
internal import Synchronization
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// Moves logs between the folder and `ReplicaCore`, and changes between the core and the store.
///
/// Every change of the store's state, and every message to the core about it, is exclusive work of the store, so that the two
/// never disagree. Sendable because `core` and `received` are locked, and the rest is used on `folder.queue` alone.
final class ReplicaWorker<P: Program>: @unchecked Sendable {
    typealias Core = ReplicaCore<P.State, P.Action>
    typealias Log = ReplicaLog<P.State, P.Action>
    typealias Reader = ReplicaLogReader<P.State, P.Action>

    let claim: ReplicaFolder.Claim
    let folder: ReplicaFolder
    private let store: any LiveStoreCore<P.State, P.Action>
    private let program: P
    private let encoding: RealEncoding
    private let reader: Reader
    private let interval: Duration
    private let onConflict: @Sendable (Replica<P>.Conflict) -> Void
    private let onDivergence: @Sendable (Replica<P>.Divergence) -> Void
    private let onProblem: @Sendable (ReplicaProblem) -> Void

    private let core: Locked<Core>
    private lazy var stepObserver = StepObserver<P.State, P.Action> { [weak self] in self?.changed($0) }
    /// The last log of each replica that was read and not taken yet.
    private let received = Locked<[String: Log]>([:])
    private let isTakingPlanned = Atomic(false)
    private let isWritePlanned = Atomic(false)
    /// Whether the replica is changing the store. Used in exclusive work.
    private let isReplicating = Atomic(false)
    private let hasBegun = Atomic(false)
    private let isOver = Atomic(false)
    /// The system's time at the start of the log's session, in microseconds.
    private let start: Int64

    /// Used on `folder.queue`.
    private var writer: ReplicaLogWriter<P.State, P.Action>
    private var known: [String: FileStatus] = [:]
    private var readings: [String: Reader.Reading] = [:]
    private var reported: [String: ReplicaProblem] = [:]
    private var folderObserver: Int?

    init(
        _ store: any LiveStoreCore<P.State, P.Action>, _ program: P, _ folder: ReplicaFolder,
        _ claim: ReplicaFolder.Claim, _ mode: Replica<P>.Mode, _ realValues: RealValues, interval: Duration,
        onConflict: @escaping @Sendable (Replica<P>.Conflict) -> Void,
        onDivergence: @escaping @Sendable (Replica<P>.Divergence) -> Void,
        onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) throws(ReplicaError) {
        self.store = store
        self.program = program
        self.folder = folder
        self.claim = claim
        self.interval = interval
        self.onConflict = onConflict
        self.onDivergence = onDivergence
        self.onProblem = onProblem
        encoding = RealEncoding(realValues)
        reader = Reader(program: program.name, mode: mode.rawValue)
        let path = folder.file(of: claim.id)
        let own: Reader.Reading?
        do throws(FileError) { own = reader.read(try PrivateFile.read(path), file: path, of: claim.id) } catch {
            guard error.isMissing else { throw ReplicaError(.file, error.description) }
            own = nil
        }
        if let problem = own?.problem {
            guard own?.log != nil else { throw ReplicaError(.log, "\(problem) Move the file away to start anew.") }
            onProblem(ReplicaProblem(.notRead, problem))
        }
        let run = RunIdentity.fresh()
        start = SystemInfo.microseconds - (own?.log?.lastAt.microseconds ?? 0)
        writer = ReplicaLogWriter(
            path,
            .init(
                program: program.name, version: program.version, mode: mode.rawValue,
                session: own?.header?.session ?? run.session, started: own?.header?.started ?? run.started), encoding)
        core = Locked(
            Core(id: claim.id, isMirroring: mode == .mirror, state: store.live.state, resuming: own?.log) {
                program.reduce(&$0, $1)
            })
    }

    // MARK: - Starting and finishing

    /// Joins the others, and sets the store to the state that they share.
    func begin() throws(ReplicaError) {
        let error: FileError? = folder.queue.sync {
            folderObserver = folder.observe { [weak self] in self?.folderChanged() }
            do throws(FileError) { try read() } catch { return error }
            return nil
        }
        if let error { throw ReplicaError(.file, error.description) }
        let isTaken = Atomic(false)
        store.whenLive { [self] in
            if store.hasReplica { return isTaken.store(true, ordering: .relaxed) }
            let logs = takeReceived()
            let live = store.live.state
            let state = core.withLock { core in
                core.join(logs)
                return core.state
            }
            hasBegun.store(true, ordering: .relaxed)
            store.hasReplica = true
            store.add(stepObserver)
            replicate { if state != live { self.store.setExclusively(state, by: "replication") } }
            writeSoon()
        }
        if isTaken.load(ordering: .relaxed) {
            throw ReplicaError(.hasReplica, "the store already has a replica; a store can have only one at a time")
        }
    }

    /// Writes what is to be written, and ends.
    func finish() {
        leaveStore()
        folder.queue.async { [self] in
            write()
            end()
        }
    }

    /// Waits until the changes so far are in the folder.
    func flush() { folder.queue.sync { write() } }

    /// On the queue.
    private func end() {
        isOver.store(true, ordering: .relaxed)
        if let folderObserver { folder.stopObserving(folderObserver) }
    }

    /// Ends, because what would be shared must not be written.
    private func end(because reason: String) {
        end()
        leaveStore()
        onProblem(
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

    // MARK: - Its own changes

    /// Exclusive, within the dispatch.
    private func changed(_ step: StepObserver<P.State, P.Action>.Step) {
        if isReplicating.load(ordering: .relaxed) { return }
        core.withLock { core in
            let moment = Moment(microseconds: SystemInfo.microseconds - start)
            switch step.change {
            case .action(let dispatched):
                core.change(
                    .action(dispatched.action), at: moment, from: dispatched.from.rawValue, leaving: step.state)
            case .set(let by): core.change(.set(step.state, by: by), at: moment, leaving: step.state)
            }
        }
        writeSoon()
    }

    private func writeSoon() {
        if isWritePlanned.exchange(true, ordering: .acquiringAndReleasing) { return }
        let (seconds, attoseconds) = interval.components
        folder.queue.asyncAfter(deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18) { [weak self] in
            self?.write()
        }
    }

    private func write() {
        guard !isOver.load(ordering: .relaxed) else { return }
        isWritePlanned.store(false, ordering: .releasing)
        let due = core.withLock { core -> (divergences: [Core.Divergence], log: Log)? in
            guard core.hasJoined else { return nil }
            return (core.tick(), core.publish())
        }
        guard let due else { return }
        if let failure = save({ try writer.write(due.log) }) {
            report(.notWritten, "\(failure). The other replicas do not see what is changed here.", about: "writing")
            writeSoon()
        } else {
            reported["writing"] = nil
        }
        due.divergences.forEach(report)
    }

    /// - Returns: why something was not written; nil if it was, or if it holds values that must not be: then this replica has
    ///   ended.
    private func save(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch RealEncoding.Error.hidden(let reason) {
            end(because: reason)
            return nil
        } catch {
            return error is RealEncoding.Error ? "the state cannot be encoded: \(error)" : "\(error)"
        }
    }

    // MARK: - Changes of others

    /// Reads the logs that changed.
    private func folderChanged() {
        guard !isOver.load(ordering: .relaxed) else { return }
        do throws(FileError) {
            try read()
            reported["reading"] = nil
        } catch {
            report(.notRead, "\(error). Changes of other replicas do not appear here.", about: "reading")
        }
        takeSoon()
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

    private func takeReceived() -> [Log] {
        received.withLock { received in
            defer { received = [:] }
            return Array(received.values)
        }
    }

    /// Takes what was received in exclusive work; while the past is shown, when the live state is back.
    private func takeSoon() {
        if received.withLock({ $0.isEmpty }) || isTakingPlanned.exchange(true, ordering: .acquiringAndReleasing) {
            return
        }
        store.whenLive { [weak self] in self?.take() }
    }

    /// Exclusive.
    private func take() {
        isTakingPlanned.store(false, ordering: .releasing)
        let logs = takeReceived()
        guard !isOver.load(ordering: .relaxed), !logs.isEmpty else { return }
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
                // A middleware may have dropped or changed one.
                if self.store.live.state != state { self.store.setExclusively(state, by: "replication") }
            }
        }
        outcome.conflicts.forEach(onConflict)
        if !outcome.divergences.isEmpty { folder.queue.async { [self] in outcome.divergences.forEach(report) } }
        writeSoon()
    }

    /// Changes the store without sending the change. Exclusive.
    private func replicate(_ change: () -> Void) {
        isReplicating.store(true, ordering: .relaxed)
        change()
        isReplicating.store(false, ordering: .relaxed)
    }

    // MARK: - Reporting

    private func report(_ divergence: Core.Divergence) {
        guard !isOver.load(ordering: .relaxed) else { return }
        let path = folder.timeline(of: claim.id, differingFrom: divergence.replica)
        let failure = save {
            let bytes = try divergence.timeline(program: program.name, version: program.version, encoding)
            try PrivateFile.write(bytes, to: path)
        }
        if isOver.load(ordering: .relaxed) { return }
        if let failure {
            report(.notWritten, "\(failure). The timeline that differs is not saved.", about: "saving")
        }
        onDivergence(
            Replica<P>.Divergence(
                replica: claim.id, other: divergence.replica, clock: divergence.clock, timeline: path,
                otherTimeline: folder.timeline(of: divergence.replica, differingFrom: claim.id)))
    }

    /// Reports a problem once while it lasts.
    private func report(_ kind: ReplicaProblem.Kind, _ message: String, about subject: String) {
        let problem = ReplicaProblem(kind, message)
        guard reported.updateValue(problem, forKey: subject) != problem else { return }
        onProblem(problem)
    }
}
