internal import Dispatch
internal import Synchronization
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// The hands of a replica: carries sheets between the folder and `ReplicaCore`, and states between that and the store.
///
/// Everything that changes the store's state happens in a turn of the store, and so does everything that tells the core of
/// such a change: the two never disagree. Sendable because `core` is locked, and the rest is touched on `queue` alone.
final class ReplicaWorker<P: Program>: @unchecked Sendable {
    typealias Core = ReplicaCore<P.State, P.Action>
    typealias Sheet = ReplicaSheet<P.State, P.Action>
    typealias Text = SheetText<P.State, P.Action>

    private struct Known {
        var fingerprint: FileStatus?
        var reading: Text.Reading?
    }

    let claim: ReplicaClaim
    private let store: any LiveStoreCore<P.State, P.Action>
    private let program: P
    private let folder: ReplicaFolder
    private let text: Text
    private let queue: DispatchQueue
    private let interval: Duration
    private let onConflict: @Sendable (ReplicaConflict<P.State, P.Action>) -> Void
    private let onAlarm: @Sendable (ReplicaAlarm) -> Void
    private let onProblem: @Sendable (ReplicaProblem) -> Void

    private let core: Locked<Core>
    private lazy var witness = StepObserver<P.State, P.Action> { [weak self] in self?.changed($0) }
    /// What came and was not taken yet; the last sheet of each replica.
    private let came = Locked<[String: Sheet]>([:])
    private let isTakingPlanned = Atomic(false)
    private let isWritePlanned = Atomic(false)
    /// While it changes the store itself. Written and read in a turn.
    private let isReplicating = Atomic(false)
    private let hasBegun = Atomic(false)
    private let isOver = Atomic(false)

    /// Touched on `queue`.
    private var file: SheetFile<P.State, P.Action>
    private var known: [String: Known] = [:]
    private var told: [String: ReplicaProblem] = [:]
    private var watch: FolderWatch?

    init(
        _ store: any LiveStoreCore<P.State, P.Action>, _ program: P, _ folder: ReplicaFolder, _ claim: ReplicaClaim,
        _ mode: ReplicaMode, _ realValues: RealValues, interval: Duration,
        onConflict: @escaping @Sendable (ReplicaConflict<P.State, P.Action>) -> Void,
        onAlarm: @escaping @Sendable (ReplicaAlarm) -> Void, onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) throws(ReplicaError) {
        self.store = store
        self.program = program
        self.folder = folder
        self.claim = claim
        self.interval = interval
        self.onConflict = onConflict
        self.onAlarm = onAlarm
        self.onProblem = onProblem
        queue = DispatchQueue(label: "timeline.replica", qos: .utility)
        text = SheetText(program: program.name, mode: mode, encoding: RealEncoding(realValues))
        file = SheetFile(folder.file(of: claim.id), in: folder.path, text)
        var own: Text.Reading?
        do throws(FileError) {
            let path = folder.file(of: claim.id)
            own = text.read(try PrivateFile.read(path), path, of: claim.id, after: nil)
        } catch {
            guard error.isMissing else { throw .file(error) }
        }
        if let problem = own?.problem {
            guard own?.sheet != nil else { throw .ownFile(reason: problem.description) }
            onProblem(problem)
        }
        core = Locked(
            Core(id: claim.id, mode: mode, state: store.live.state, resuming: own?.sheet) { program.reduce(&$0, $1) })
    }

    // MARK: - Beginning and ending

    /// Joins the others, and sets the store to what they share.
    func begin() throws(ReplicaError) {
        let refused: FileError? = queue.sync {
            do throws(FileError) {
                try read()
                watch = try FolderWatch(folder.path, for: nil, on: queue) { [weak self] in self?.look() }
            } catch { return error }
            return nil
        }
        if let refused { throw .file(refused) }
        let isTaken = Atomic(false)
        store.whenLive { [self] in
            if store.hasReplica { return isTaken.store(true, ordering: .relaxed) }
            let sheets = came.withLock { came in
                defer { came = [:] }
                return Array(came.values)
            }
            let live = store.live.state
            let state = core.withLock { core in
                core.join(sheets)
                return core.state
            }
            hasBegun.store(true, ordering: .relaxed)
            store.hasReplica = true
            store.add(witness)
            replicate { if state != live { self.store.setExclusively(state, by: "replication") } }
            writeSoon()
        }
        if isTaken.load(ordering: .relaxed) { throw .hasReplica }
    }

    /// Writes what is to be written, and ends.
    func end() {
        leaveStore()
        queue.async { [self] in
            write()
            isOver.store(true, ordering: .relaxed)
            watch = nil
        }
    }

    /// Waits until what was changed so far is in the folder.
    func flush() { queue.sync { write() } }

    // MARK: - Changes of its own

    /// In the turn of the dispatch.
    private func changed(_ step: StepObserver<P.State, P.Action>.Step) {
        if isReplicating.load(ordering: .relaxed) { return }
        core.withLock { core in
            switch step.change {
            case .action(let dispatched): core.change(.action(dispatched.action), leaving: step.state)
            case .set(let by): core.change(.set(step.state, by: by), leaving: step.state)
            }
        }
        writeSoon()
    }

    private func writeSoon() {
        if isWritePlanned.exchange(true, ordering: .acquiringAndReleasing) { return }
        let (seconds, attoseconds) = interval.components
        queue.asyncAfter(deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18) { [weak self] in
            self?.write()
        }
    }

    private func write() {
        guard !isOver.load(ordering: .relaxed) else { return }
        isWritePlanned.store(false, ordering: .releasing)
        let due = core.withLock { core -> (doubts: [Core.Doubt], sheet: Sheet)? in
            guard core.hasJoined else { return nil }
            return (core.tick(), core.publish())
        }
        guard let due else { return }
        do throws(SharingFailure) {
            try file.write(due.sheet)
            told["writing"] = nil
        } catch {
            if case .encoding(.hidden(let reason)) = error { return end(because: reason) }
            tell(
                ReplicaProblem(.notWritten, "\(error). The other replicas do not see what is changed here."),
                of: "writing")
            writeSoon()
        }
        due.doubts.forEach(alarm)
    }

    /// Ends: what is to be shared must not be written.
    private func end(because reason: String) {
        isOver.store(true, ordering: .relaxed)
        watch = nil
        leaveStore()
        onProblem(
            ReplicaProblem(
                .redacted,
                "\(folder.file(of: claim.id)) is not written: \(reason). Replication has ended; it shares such values with "
                    + "realValues: .allowed."))
    }

    private func leaveStore() {
        store.exclusively { [self] in
            guard hasBegun.exchange(false, ordering: .relaxed) else { return }
            store.remove(witness)
            store.hasReplica = false
        }
    }

    // MARK: - Changes of others

    /// Looks for files that changed.
    private func look() {
        guard !isOver.load(ordering: .relaxed) else { return }
        do throws(FileError) {
            try read()
            told["reading"] = nil
        } catch {
            tell(
                ReplicaProblem(.notRead, "\(error). What other replicas change is not seen here."), of: "reading")
        }
        takeSoon()
    }

    private func read() throws(FileError) {
        for id in try folder.ids() where id != claim.id {
            let path = folder.file(of: id)
            guard let fingerprint = FileStatus(path), fingerprint != known[id]?.fingerprint else { continue }
            guard fingerprint.size <= ReplicaFolder.mostBytes else {
                known[id] = Known(fingerprint: fingerprint)
                tell(
                    ReplicaProblem(
                        .notRead,
                        "\(path) has \(fingerprint.size) bytes, more than \(ReplicaFolder.mostBytes). It is not read."),
                    of: id)
                continue
            }
            do throws(FileError) {
                let reading = text.read(try PrivateFile.read(path), path, of: id, after: known[id]?.reading)
                known[id] = Known(fingerprint: fingerprint, reading: reading)
                if let sheet = reading.sheet { came.withLock { $0[id] = sheet } }
                if let problem = reading.problem { tell(problem, of: id) } else { told[id] = nil }
            } catch {
                if !error.isMissing { tell(ReplicaProblem(.notRead, "\(error). It is not read."), of: id) }
            }
        }
    }

    /// Takes what came in a turn; while the past is on show, when the live state is back.
    private func takeSoon() {
        if came.withLock({ $0.isEmpty }) || isTakingPlanned.exchange(true, ordering: .acquiringAndReleasing) { return }
        store.whenLive { [weak self] in self?.take() }
    }

    /// In a turn.
    private func take() {
        isTakingPlanned.store(false, ordering: .releasing)
        let sheets = came.withLock { came in
            defer { came = [:] }
            return Array(came.values)
        }
        guard !isOver.load(ordering: .relaxed), !sheets.isEmpty else { return }
        let (outcome, state) = core.withLock { core -> (Core.Outcome, P.State) in
            let outcome = core.receive(sheets)
            return (outcome, core.state)
        }
        replicate {
            switch outcome.update {
            case .nothing: break
            case .set(let state): self.store.setExclusively(state, by: "replication")
            case .reduce(let actions):
                for action in actions { self.store.handleExclusively(action, from: .replication) }
                // A middleware may have dropped one, or changed it.
                if self.store.live.state != state { self.store.setExclusively(state, by: "replication") }
            }
        }
        outcome.conflicts.forEach(onConflict)
        if !outcome.doubts.isEmpty { queue.async { [self] in outcome.doubts.forEach(alarm) } }
        writeSoon()
    }

    /// Changes the store without taking it for a change of its own. In a turn.
    private func replicate(_ change: () -> Void) {
        isReplicating.store(true, ordering: .relaxed)
        change()
        isReplicating.store(false, ordering: .relaxed)
    }

    // MARK: - Telling

    private func alarm(_ doubt: Core.Doubt) {
        let path = folder.timeline(of: claim.id, differingFrom: doubt.replica)
        do throws(SharingFailure) {
            try DoubtTimeline(doubt, program: program.name, version: program.version, text.encoding)
                .write(to: path, in: folder.path)
        } catch {
            if case .encoding(.hidden(let reason)) = error { return end(because: reason) }
            tell(ReplicaProblem(.notWritten, "\(error). The timeline that differs is not saved."), of: "saving")
        }
        onAlarm(
            ReplicaAlarm(
                replica: claim.id, other: doubt.replica, version: doubt.version, timeline: path,
                otherTimeline: folder.timeline(of: doubt.replica, differingFrom: claim.id)))
    }

    /// Tells of a trouble once, for as long as it lasts.
    private func tell(_ problem: ReplicaProblem, of subject: String) {
        guard told.updateValue(problem, forKey: subject) != problem else { return }
        onProblem(problem)
    }
}
