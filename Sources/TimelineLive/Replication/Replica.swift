internal import TimelineJournal
public import TimelineKit

/// Shares the state of a running store with other instances of the app, through a folder: one of this machine, or one that
/// a sync service keeps.
///
///     let replica = try Replica(store, program: CounterProgram(), in: "Shared", mode: .actions)
///
/// **The rule.** Every change carries the id of the replica that made it, and a version that is higher than that of every
/// change this one knew of. All changes stand in one order: by version, and of one version by id. Each replica shows what
/// this order leads to, as far as it knows it; a change that comes late goes to its place, and what comes after it is
/// reduced again. So all that know of the same changes show the same state, however late, how often and in which order the
/// files came. Of two states that were set without knowledge of each other the one that comes later in the order stays, and
/// the other is told to `onConflict`.
///
/// A change of another replica reaches the store as an action from `replication`, where it comes last in the order, else as
/// a state that is set by `replication`; it is not sent on. It passes the middleware, and the effects that it asks for run
/// where it was dispatched. While the past is on show it waits.
///
/// **The folder** holds a file `ID.jsonl` of each replica, which it alone writes: a sync service finds no two versions of
/// it. The folder is made where it is not there, for its owner alone. One that comes later takes the state that is shared.
/// One that was ended, or killed, comes back under its id with what it had sent.
///
/// **What it holds.** The files show states and actions as they are. Where one comes to hold a value that a recording hides,
/// it is not written, `onProblem` is told (`.redacted`) and replication ends, unless `realValues` are `.allowed`.
///
/// **What is bounded.** When 256 changes are kept (16, where states are mirrored), a state takes the place of those that no
/// replica can get between any more; the file of each replica and its memory keep about twice as many. A replica that has
/// fallen 4,096 versions behind (256) is no longer waited for, nor is one that nobody has heard of yet: what it did meanwhile
/// comes after that state, and a state that it set is lost, and told. A replica that can no longer say what is missing in such a state says nothing: one that
/// was away for so long *and* made a snapshot of its own meanwhile takes the others'.
///
/// **Threads.** Works on a queue of its own; the store is changed in turns from there. The callbacks come on that queue or
/// in such a turn. **Cost.** A dispatch pays for a copy of what its reducer changes, as the state before is kept. The state
/// is encoded and hashed at most once in each interval; a dispatch that comes just then waits for it. Hold on to it: when nobody does, it ends.
public final class Replica<P: Program>: Sendable {
    /// The name of this replica among the others.
    public var id: String { worker.claim.id }

    /// Where it keeps its file, and finds those of the others.
    package let folder: String

    private let worker: ReplicaWorker<P>

    /// Joins what the replicas in a folder share, or begins it with the state of `store`. Not to be called within a dispatch.
    ///
    /// - Parameters:
    ///   - folder: The folder. The one above must be there.
    ///   - id: A name that no other replica has, on any machine: lower-case letters, digits and hyphens. Unless given, the
    ///     name of the machine with the first number that no process of it has taken.
    ///   - mode: Whether states are sent, or actions; the same in all replicas.
    ///   - realValues: Whether the folder may hold values that a recording hides; the same in all replicas.
    ///   - interval: The file is written at most this often; more than 0.
    ///   - onConflict: Told of what was lost.
    ///   - onAlarm: Told where another has made another state of the same changes.
    ///   - onProblem: Told what stands in the way of reading and writing. Unless given, a line goes to standard error, of
    ///     alarms, too.
    /// - Throws: Where the folder cannot be trusted, the id is taken or is none, or its file is of another program.
    public convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, in folder: String, as id: String? = nil,
        mode: ReplicaMode,
        realValues: RealValues = .refused, sendingAtMostEvery interval: Duration = .milliseconds(100),
        onConflict: @escaping @Sendable (ReplicaConflict<P.State, P.Action>) -> Void = { _ in },
        onAlarm: (@Sendable (ReplicaAlarm) -> Void)? = nil,
        onProblem: (@Sendable (ReplicaProblem) -> Void)? = nil
    ) throws(ReplicaError) {
        try self.init(
            store, program: program, in: folder, by: try ReplicaFolder(folder).claim(id), mode: mode,
            realValues: realValues, sendingAtMostEvery: interval, onConflict: onConflict, onAlarm: onAlarm,
            onProblem: onProblem)
    }

    /// The same for one who has taken the id already.
    package init(
        _ store: some LiveStore<P.State, P.Action>, program: P, in folder: String, by claim: ReplicaClaim,
        mode: ReplicaMode,
        realValues: RealValues, sendingAtMostEvery interval: Duration,
        onConflict: @escaping @Sendable (ReplicaConflict<P.State, P.Action>) -> Void,
        onAlarm: (@Sendable (ReplicaAlarm) -> Void)?, onProblem: (@Sendable (ReplicaProblem) -> Void)?
    ) throws(ReplicaError) {
        self.folder = folder
        worker = try ReplicaWorker(
            store.live.core, program, try ReplicaFolder(folder), claim, mode, realValues, interval: interval,
            onConflict: onConflict,
            onAlarm: onAlarm ?? { StandardError.write("timeline: \($0)") },
            onProblem: onProblem ?? { StandardError.write("timeline: \($0)") })
        try worker.begin()
        // Who comes next is to find it.
        worker.flush()
    }

    deinit { worker.end() }

    /// Waits until what was changed so far is in the folder. Not to be called within a dispatch.
    public func flush() { worker.flush() }
}
