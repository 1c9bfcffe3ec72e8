public import TimelineKit

/// Shares the state of a running store with other instances of the app, through a folder: on this machine, or one that a sync
/// service keeps.
///
///     let replica = try Replica(store, program: CounterProgram(), folder: "Shared", mode: .actions)
///
/// All changes have one order, which every replica shows as far as it knows it: see <doc:Replication>. A change of another
/// replica reaches the store as an action from `replication` if it is last in the order, else as a state set by `replication`. It
/// passes the middleware, but its effects run only where it was dispatched. While the past is shown, it is held.
///
/// **The folder** is created if it does not exist, for its owner alone. It shows states and actions as they are. If it would hold a
/// value that a recording redacts, nothing is written, `onProblem` is called (`.redacted`) and replication ends, unless
/// `realValues` are `.allowed`.
///
/// **Threads.** Works on a queue of its own, and changes the store from there. Callbacks are called on that queue, or while
/// the store is changed. **Cost.** A dispatch pays for a copy of what its reducer changes, as the state before is kept. The
/// state is encoded and hashed at most once in each interval; a dispatch at that moment waits for it.
///
/// A replica ends when it is released, or with `finish()`.
public final class Replica<P: Program>: Sendable {
    /// What replicas send each other.
    public enum Mode: String, Sendable {
        /// The state after each change. Of changes made at the same time one stays, by the rule; the others are lost, and
        /// reported.
        case mirror
        /// The actions, which every replica reduces in the one order. Nothing is lost but what a state that was set from
        /// outside overwrites. Not for a program that generates values, which would differ in each replica.
        case actions
    }

    /// A change that was lost.
    public typealias Conflict = ReplicaConflict<P.State, P.Action>

    package struct Options: Sendable {
        let mode: Mode
        let realValues: RealValues
        let interval: Duration
        let onConflict: @Sendable (Conflict) -> Void
        package var onProblem: @Sendable (ReplicaProblem) -> Void

        package init(
            _ mode: Mode, _ realValues: RealValues, _ interval: Duration,
            _ onConflict: @escaping @Sendable (Conflict) -> Void, _ onProblem: (@Sendable (ReplicaProblem) -> Void)?
        ) {
            (self.mode, self.realValues) = (mode, realValues)
            (self.interval, self.onConflict) = (interval, onConflict)
            self.onProblem = onProblem ?? { StandardError.write("timeline: \($0)") }
        }
    }

    /// The name of this replica among the others.
    public var id: String { worker.claim.id }
    package var folder: ReplicaFolder { worker.folder }

    private let worker: ReplicaWorker<P>
    private let transport: (any ReplicaTransport)?

    /// Joins the state that the replicas in a folder share, or shares the state of `store`. Must not be called within a
    /// dispatch.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder. The folder above it must exist.
    ///   - id: A name that no other replica has, on any machine: lower-case letters, digits and hyphens. Default: the name of
    ///     the machine with the first number that no process of it has taken.
    ///   - mode: Whether states or actions are sent; the same in all replicas.
    ///   - realValues: Whether the folder may hold values that a recording redacts; the same in all replicas.
    ///   - interval: The shortest time between two writes; more than 0.
    ///   - onConflict: Called with changes that were lost.
    ///   - onProblem: Called with problems. Default: one line on standard error.
    /// - Throws: `ReplicaError` if the folder cannot be trusted, the id is invalid or taken, the replica's own log cannot be
    ///   used, or the store has a replica.
    public convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, folder: String, id: String? = nil, mode: Mode,
        realValues: RealValues = .refused, sendingAtMostEvery interval: Duration = .milliseconds(100),
        onConflict: @escaping @Sendable (Conflict) -> Void = { _ in },
        onProblem: (@Sendable (ReplicaProblem) -> Void)? = nil
    ) throws(ReplicaError) {
        let folder = try ReplicaFolder(folder)
        var number = 1
        try self.init(
            store, program: program, folder: folder, claim: try folder.claim(id, from: &number),
            Options(mode, realValues, interval, onConflict, onProblem))
    }

    package init(
        _ store: some LiveStore<P.State, P.Action>, program: P, folder: ReplicaFolder, claim: ReplicaFolder.Claim,
        _ options: Options, through transport: (any ReplicaTransport)? = nil
    ) throws(ReplicaError) {
        self.transport = transport
        var options = options
        options.onProblem = { [onProblem = options.onProblem] problem in
            if problem.kind == .redacted { transport?.finish() }
            onProblem(problem)
        }
        do throws(ReplicaError) {
            if options.mode == .actions, program.generatesValues {
                throw ReplicaError(
                    .mode,
                    "the reducer of \"\(program.name)\" generates values, which would differ in each replica; use the mode "
                        + "`mirror`")
            }
            worker = try ReplicaWorker(store.live.core, program, folder, claim, options)
            try worker.begin()
        } catch {
            transport?.finish()
            throw error
        }
        // So that the next replica finds its log.
        worker.flush()
    }

    deinit {
        worker.finish()
        transport?.finish()
    }

    /// Waits until the changes so far are in the folder. Must not be called within a dispatch.
    public func flush() { worker.flush() }

    /// Waits until the changes so far are in the folder, and ends; the store continues without replication. Must not be called within a
    /// dispatch, or by a callback.
    public func finish() {
        worker.finish()
        worker.flush()
        transport?.finish()
    }

    /// Waits until the changes so far are in the folder and, if the replica joined a host, there too. Must not be called within a dispatch.
    ///
    /// - Returns: False if they did not arrive at the host within `time`.
    @discardableResult
    public func flush(within time: Duration) async -> Bool {
        worker.flush()
        return await transport?.flush(within: time) ?? true
    }

    /// Waits as `flush(within:)` does, and ends; the store continues without replication. Must not be called within a dispatch, or by a
    /// callback.
    ///
    /// - Returns: False if the changes so far did not arrive at the host within `time`.
    @discardableResult
    public func finish(within time: Duration) async -> Bool {
        let end = ContinuousClock.now + time
        let hasArrived = await flush(within: time)
        finish()
        await transport?.waitForEnd(within: ContinuousClock.now.duration(to: end))
        return hasArrived
    }
}
