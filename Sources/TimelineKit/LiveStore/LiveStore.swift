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

    /// Runs `work` exclusively: now or, within a dispatch, after earlier actions.
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

    /// Preserves the live state while `traveler` shows others. From then on, holds or refuses dispatched actions.
    ///
    /// - Parameter refusesActions: Whether actions are refused rather than held. Results of effects are always held.
    /// - Returns: False if another traveler shows the past.
    func beginTimeTravel(
        _ traveler: ObjectIdentifier, refusesActions: Bool,
        onRefused: @escaping @Sendable (ActionDispatch<Action>) -> Void
    ) -> Bool

    /// Shows a state, which becomes no step, unless `isWanted` returns false by then.
    func show(_ state: State, for traveler: ObjectIdentifier, isWanted: @escaping @Sendable () -> Bool)

    /// Shows the live state again or, with `by`, makes the shown state live as a step set by `by`; then handles the held changes.
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

/// An action that was dispatched, and its origin.
public struct ActionDispatch<Action> {
    /// The action.
    public var action: Action

    /// What dispatched it.
    public var from: Origin

    /// The number of the step that led to it; nil where none did.
    public var cause: Int?

    /// Creates a dispatched action.
    public init(action: Action, from: Origin, cause: Int? = nil) {
        self.action = action
        self.from = from
        self.cause = cause
    }
}

extension ActionDispatch: Sendable where Action: Sendable {}
extension ActionDispatch: Equatable where Action: Equatable {}

/// Observes every step of a store.
package final class StepObserver<State: Sendable, Action: Sendable>: Sendable {
    /// A step as it happened, and the state that it led to.
    package struct Step: Sendable {
        package enum Change: Sendable {
            case action(ActionDispatch<Action>)
            case set(by: String)
        }

        package let seq: Int
        package let change: Change
        package let state: State

        package init(seq: Int, change: Change, state: State) {
            self.seq = seq
            self.change = change
            self.state = state
        }
    }

    /// Called on the dispatching thread while it holds the store's mutex: it must be quick, and must not dispatch.
    package let onStep: @Sendable (Step) -> Void

    package init(onStep: @escaping @Sendable (Step) -> Void) { self.onStep = onStep }
}
