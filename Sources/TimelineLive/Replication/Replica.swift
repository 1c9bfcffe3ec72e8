internal import TimelineJournal
public import TimelineKit

/// Shares the state of a running store with other instances of the app, through a folder: on this machine, or one that a sync
/// service keeps.
///
///     let replica = try Replica(store, program: CounterProgram(), folder: "Shared", mode: .actions)
///
/// **The rule.** Every change carries the id of the replica that made it, and a Lamport clock that is higher than that of
/// every change this replica knew. All changes have one order: by clock, then by id. Each replica shows the state that this
/// order leads to, as far as it knows it; a late change is inserted at its place, and those after it are reduced again.
/// So all replicas that know the same changes show the same state, however late, how often and in which order the files
/// came. Of two states that were set without knowledge of each other, the later one in the order stays, and the other is
/// reported to `onConflict`.
///
/// A change of another replica reaches the store as an action from `replication` if it is last in the order, else as a state
/// set by `replication`; it is not sent again. It passes the middleware, but its effects run only where it was dispatched.
/// While the past is shown, it is held.
///
/// **The folder** holds a log `ID.jsonl` of each replica, which that replica alone writes, so a sync service never finds two
/// versions of one file. A log is a timeline: `timeline info` and `timeline log` read it. The folder is created if it does not
/// exist, for its owner alone. A replica that joins later takes the shared state. One that ended, or was killed, restarts
/// under its id with the changes that it had sent.
///
/// **Redaction.** The files show states and actions as they are. If one would hold a value that a recording redacts, it is
/// not written, `onProblem` is called (`.redacted`) and replication ends, unless `realValues` are `.allowed`.
///
/// **Bounds.** When 256 changes are kept (16, if states are mirrored), a snapshot replaces those that no other change can
/// precede any more; each replica's log and memory keep about twice as many. The others no longer wait for a replica that is
/// 4,096 changes behind (256), or that they do not know yet: its actions come after the snapshot, and a state that it
/// set is lost, and reported. A replica that was offline for so long *and* made a snapshot of its own takes that of the others,
/// without a report of what it loses.
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

    /// Two replicas that know the same changes and have different states: a reducer is not pure, or not the same in both.
    ///
    /// Both save how they came to their states as timelines. The one that `timeline replay --verify` does not confirm is of
    /// the other reducer. Reported once, until the states agree again.
    public struct Divergence: Equatable, Sendable, CustomStringConvertible {
        /// This replica.
        public let replica: String
        /// The other.
        public let other: String
        /// The Lamport clock of the last change that both knew.
        public let clock: Int
        /// The timeline of this replica.
        public let timeline: String
        /// Where the other saves its own, when it learns of the divergence.
        public let otherTimeline: String

        public var description: String {
            "the states of replicas \(replica) and \(other) differ after clock \(clock); compare \(timeline) with "
                + otherTimeline
        }
    }

    /// The name of this replica among the others.
    public var id: String { worker.claim.id }

    package var folder: ReplicaFolder { worker.folder }

    private let worker: ReplicaWorker<P>

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
    ///   - onDivergence: Called when another replica has made a different state of the same changes. Default: one line on
    ///     standard error.
    ///   - onProblem: Called with problems of reading and writing. Default: one line on standard error.
    /// - Throws: `ReplicaError` if the folder cannot be trusted, the id is invalid or taken, the replica's own log cannot be
    ///   used, or the store has a replica.
    public convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, folder: String, id: String? = nil, mode: Mode,
        realValues: RealValues = .refused, sendingAtMostEvery interval: Duration = .milliseconds(100),
        onConflict: @escaping @Sendable (Conflict) -> Void = { _ in },
        onDivergence: (@Sendable (Divergence) -> Void)? = nil,
        onProblem: (@Sendable (ReplicaProblem) -> Void)? = nil
    ) throws(ReplicaError) {
        let folder = try ReplicaFolder(folder)
        try self.init(
            store, program: program, folder: folder, claim: try folder.claim(id), mode: mode, realValues: realValues,
            sendingAtMostEvery: interval, onConflict: onConflict, onDivergence: onDivergence, onProblem: onProblem)
    }

    /// The same with an id that was claimed already.
    package init(
        _ store: some LiveStore<P.State, P.Action>, program: P, folder: ReplicaFolder, claim: ReplicaFolder.Claim,
        mode: Mode, realValues: RealValues, sendingAtMostEvery interval: Duration,
        onConflict: @escaping @Sendable (Conflict) -> Void,
        onDivergence: (@Sendable (Divergence) -> Void)?, onProblem: (@Sendable (ReplicaProblem) -> Void)?
    ) throws(ReplicaError) {
        if mode == .actions, program.generatesValues {
            throw ReplicaError(
                .mode,
                "the reducer of \"\(program.name)\" generates values, which would differ in each replica; use the mode `mirror`"
            )
        }
        worker = try ReplicaWorker(
            store.live.core, program, folder, claim, mode, realValues, interval: interval, onConflict: onConflict,
            onDivergence: onDivergence ?? { StandardError.write("timeline: \($0)") },
            onProblem: onProblem ?? { StandardError.write("timeline: \($0)") })
        try worker.begin()
        // So that the next replica finds its log.
        worker.flush()
    }

    deinit { worker.finish() }

    /// Waits until the changes so far are in the folder. Must not be called within a dispatch.
    public func flush() { worker.flush() }

    /// Waits until the changes so far are in the folder, and ends; the store continues without replication. Must not be called within a
    /// dispatch, or by a callback.
    public func finish() {
        worker.finish()
        worker.flush()
    }
}
