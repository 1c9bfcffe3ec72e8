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

/// What to do with the actions that were held while the past was shown.
public enum HeldActions: Sendable {
    /// Reduce them, in the order of their dispatch.
    case release
    /// Refuse them: each is passed to `onRefused`.
    case refuse
}

/// The result of a change that another process requested.
package enum ChangeResult: Equatable, Sendable {
    /// It became the step with this number.
    case step(Int)
    /// A middleware dropped it.
    case dropped
    /// The past is shown. It is held until the live state is shown again.
    case held
    /// The past is shown, and actions are refused.
    case refused
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

    /// Dispatches an action, and returns its result. Must not be called within a dispatch.
    func request(_ action: Action, from origin: Origin) -> ChangeResult

    /// Sets the state from outside, and returns the result. Must not be called within a dispatch.
    func request(settingTo state: State, by: String) -> ChangeResult

    // MARK: - Observing

    /// Adds an observer of every step. Exclusive.
    func add(_ observer: StepObserver<State, Action>)

    /// Removes an observer. Exclusive.
    func remove(_ observer: StepObserver<State, Action>)

    // MARK: - Exclusive work

    /// Runs `work` exclusively: now, or, within a dispatch, after what was dispatched before.
    func exclusively(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` exclusively; while the past is shown, only once the live state is shown again.
    func whenLive(_ work: @escaping @Sendable () -> Void)

    /// Sets the state, in `whenLive`.
    func setExclusively(_ state: State, by: String)

    /// Dispatches an action, in `whenLive`.
    func handleExclusively(_ action: Action, from origin: Origin)

    /// Whether a replica shares the state. Used exclusively.
    var hasReplica: Bool { get set }

    // MARK: - Showing the past

    /// The number of changes held until the live state is shown again.
    var heldCount: Int { get }

    /// Keeps the live state aside while `traveler` shows others, and holds or refuses what is dispatched from then on.
    ///
    /// - Parameter refusesActions: Whether actions are refused rather than held. Results of effects are always held.
    /// - Returns: false where another traveler shows the past.
    func beginTimeTravel(
        _ traveler: ObjectIdentifier, refusesActions: Bool,
        onRefused: @escaping @Sendable (ActionDispatch<Action>) -> Void
    ) -> Bool

    /// Shows a state, which becomes no step, unless `isWanted` returns false by then.
    func show(_ state: State, for traveler: ObjectIdentifier, isWanted: @escaping @Sendable () -> Bool)

    /// Shows the live state again or, with `by`, makes the shown state live as a step set by `by`; then handles what was held.
    func endTimeTravel(_ traveler: ObjectIdentifier, settingBy by: String?, _ actions: HeldActions)
}

extension LiveStoreCore {
    /// Adds an observer of every step from now on; within a dispatch, once the current change is handled.
    package func observe(
        _ onStep: @escaping @Sendable (StepObserver<State, Action>.Step) -> Void
    ) -> StepObserver<State, Action> {
        let observer = StepObserver(onStep: onStep)
        exclusively { [self] in add(observer) }
        return observer
    }

    /// Removes an observer.
    package func end(_ observer: StepObserver<State, Action>) { exclusively { [self] in remove(observer) } }
}

/// A recording, without the types of its state and actions.
package protocol StoreRecording: Sendable {
    /// Opens the timeline of this run, as far as it is written.
    func openJournal() throws(JournalError) -> Journal

    /// The number of the last step.
    var seq: Int { get }
}

extension Recorder: StoreRecording {}
