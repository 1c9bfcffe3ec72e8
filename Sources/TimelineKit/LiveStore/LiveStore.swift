package import TimelineJournal

/// A store whose live state can be shown, set, dispatched to and observed: what time travel, hot reload, replication and a
/// host work on.
///
/// `Store` of `TimelineStore` conforms. For another store, `Recorder.attach(inert:dispatch:)` returns one.
public protocol LiveStore<State, Action>: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    /// The interface for live features. Has no public members.
    var live: LiveStoreAccess<State, Action> { get }
}

/// What live features use of a store. Opaque outside the package.
public struct LiveStoreAccess<State: Sendable, Action: Sendable>: Sendable {
    package let core: any LiveStoreCore<State, Action>

    package init(_ core: any LiveStoreCore<State, Action>) { self.core = core }
}

/// What live features need of a store. All members may be called on any thread, but not by a reducer.
///
/// A store has one mutex that orders its changes. Work that holds it is *exclusive*: no step happens beside it.
package protocol LiveStoreCore<State, Action>: AnyObject, Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    /// The live state, also while the past is shown, and the number of the step that led to it.
    var live: (state: State, seq: Int) { get }

    /// Sets the state from outside, as a step.
    func set(_ state: State, by: String)

    /// Dispatches an action, and returns what became of it. Not to be called within a dispatch.
    func ask(for action: Action, from origin: Origin) -> Asked

    /// Sets the state from outside, and returns what became of that. Not to be called within a dispatch.
    func ask(toSet state: State, by: String) -> Asked

    // MARK: - Observing

    /// Adds an observer of every step. Exclusive.
    func add(_ witness: StepWitness<State, Action>)

    /// Removes an observer. Exclusive.
    func remove(_ witness: StepWitness<State, Action>)

    // MARK: - Exclusive work

    /// Runs `work` exclusively: now, or, within a dispatch, after what was dispatched before.
    func inTurn(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` exclusively, as `inTurn` does; while the past is shown, when the live state is back.
    func whenLive(_ work: @escaping @Sendable () -> Void)

    /// Sets the state, in `whenLive`.
    func setInTurn(_ state: State, by: String)

    /// Dispatches an action, in `whenLive`.
    func handleInTurn(_ action: Action, from origin: Origin)

    /// Whether a replica shares the state. Used exclusively.
    var hasReplica: Bool { get set }

    // MARK: - Showing the past

    /// How many changes wait until the live state is back.
    var heldCount: Int { get }

    /// Keeps the live state back, while `traveler` shows others. What is dispatched from then on is held or refused.
    ///
    /// - Returns: false where another traveler shows the past.
    func leave(
        _ traveler: ObjectIdentifier, _ meanwhile: Meanwhile,
        onRefused: @escaping @Sendable (Dispatched<Action>) -> Void
    ) -> Bool

    /// Shows a state, which becomes no step, unless `isWanted` returns false by then.
    func show(_ state: State, for traveler: ObjectIdentifier, isWanted: @escaping @Sendable () -> Bool)

    /// Shows the live state again, or makes the shown one live, as a step that was set by `by`; then handles what was held.
    func comeBack(_ traveler: ObjectIdentifier, settingBy by: String?, _ actions: HeldActions)
}

extension LiveStoreCore {
    /// Adds an observer of every step from now on; within a dispatch, from when the action being handled is done.
    package func observe(_ onStep: @escaping @Sendable (WitnessedStep<State, Action>) -> Void) -> StepWitness<
        State, Action
    > {
        let witness = StepWitness(onStep: onStep)
        inTurn { [self] in add(witness) }
        return witness
    }

    /// Removes an observer.
    package func end(_ witness: StepWitness<State, Action>) { inTurn { [self] in remove(witness) } }
}

/// The recording of a store, whatever the types of its state and actions are.
package protocol StoreRecording: Sendable {
    /// Opens what is on file of this run.
    func openJournal() throws(JournalError) -> Journal

    /// The number of the last step.
    var seq: Int { get }
}

extension Recorder: StoreRecording {}
