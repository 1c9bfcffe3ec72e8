package import Dispatch

/// A store that lets live features (time travel, hot reload, replication and hosts) show, set and observe its state, and
/// dispatch actions.
///
/// `Store` of `TimelineStore` conforms. For another store, `Recorder.attach(_:inert:dispatch:)` of `TimelineLive` returns a value that conforms.
public protocol LiveStore<State, Action>: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    /// The interface for live features. Has no public members.
    var live: LiveStoreAccess<State, Action> { get }
}

/// Gives live features access to a store. Opaque outside the package.
public struct LiveStoreAccess<State: Sendable, Action: Sendable>: Sendable {
    package let core: any LiveStoreCore<State, Action>

    package init(_ core: any LiveStoreCore<State, Action>) { self.core = core }
}

/// How a store handles the actions that it held while the past was shown.
public enum HeldActions: Sendable {
    /// Reduce them, in the order of their dispatch.
    case release
    /// Refuse them: each is passed to `onRefused`.
    case refuse
}

package enum ChangeResult: Equatable, Sendable {
    case step(Int)
    /// A middleware dropped the action, or an attached store did not reduce it in time.
    case dropped
    /// The past is shown: the change waits for the live state.
    case held
    case refused
}

/// All members may be called on any thread, but not by a reducer.
/// *Exclusive* work runs while the store's mutex is locked: no other thread takes a step in that time.
package protocol LiveStoreCore<State, Action>: AnyObject, Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable

    /// The live state, even while the past is shown, and the number of the step that led to it.
    var liveStep: (state: State, seq: Int) { get }

    func set(_ state: State, by: String)

    /// Must not be called within a dispatch.
    func request(_ action: Action, from origin: Origin) -> ChangeResult

    /// Must not be called within a dispatch.
    func request(settingTo state: State, by: String) -> ChangeResult

    // MARK: - Observing

    /// Call this only in exclusive work.
    func add(_ observer: StepObserver<State, Action>)

    /// Call this only in exclusive work.
    func remove(_ observer: StepObserver<State, Action>)

    // MARK: - Exclusive work

    /// Runs `work` immediately or, within a dispatch of `Store`, after the changes that were queued earlier.
    func exclusively(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` as `exclusively` does. While the past is shown, `work` waits until the live state is shown again.
    func whenLive(_ work: @escaping @Sendable () -> Void)

    /// Call this only in the work of `whenLive`.
    func setExclusively(_ state: State, by: String)

    /// Call this only in the work of `whenLive`. An attached store does nothing.
    func handleExclusively(_ action: Action, from origin: Origin)

    /// Runs `work` on a queue of a live feature, and returns when it is done. `work`, and what the queue runs before it, may call
    /// the store, even if this thread is the only one that may use it.
    func wait(for queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)

    /// Whether a replica shares the state. Read and set this only in exclusive work.
    var hasReplica: Bool { get set }

    // MARK: - Showing the past

    var heldCount: Int { get }

    /// Until `endTimeTravel`, dispatched actions are held or refused. Returns false if another traveler shows the past.
    func beginTimeTravel(
        _ traveler: ObjectIdentifier, refusesActions: Bool,
        onRefused: @escaping @Sendable (ActionDispatch<Action>) -> Void
    ) -> Bool

    /// Shows a state without taking a step, if `isWanted` returns true immediately before.
    func show(_ state: State, for traveler: ObjectIdentifier, isWanted: @escaping @Sendable () -> Bool)

    /// Shows the live state, then handles the held changes. With `by`, the shown state becomes the live state, in a step.
    func endTimeTravel(_ traveler: ObjectIdentifier, settingBy by: String?, _ actions: HeldActions)
}

extension LiveStoreCore {
    package func observe(
        _ onStep: @escaping @Sendable (StepObserver<State, Action>.Step) -> Void
    ) -> StepObserver<State, Action> {
        let observer = StepObserver(onStep: onStep)
        exclusively { [self] in add(observer) }
        return observer
    }

    package func wait(for queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) { queue.sync(execute: work) }

    package func stopObserving(_ observer: StepObserver<State, Action>) { exclusively { [self] in remove(observer) } }
}

package protocol StoreRecording: Sendable {
    /// The file, or the folder of segments; nil if nothing is recorded.
    var path: String? { get }

    /// The segments; empty if nothing is recorded.
    var files: [String] { get }

    var problem: RecordingProblem? { get }
    var seq: Int { get }

    /// Nil if nothing is recorded.
    var lastStep: (seq: Int, at: Moment)? { get }
}

extension Recorder: StoreRecording {}

/// An action that was dispatched, and its origin.
public struct ActionDispatch<Action> {
    public var action: Action

    /// What dispatched it.
    public var from: Origin

    /// The number of the step that led to the action; nil if no step did.
    public var cause: Int?

    /// The line of code that dispatched it; nil if it is not known.
    public var site: DispatchSite?

    /// Creates a dispatched action.
    public init(action: Action, from: Origin, cause: Int? = nil, site: DispatchSite? = nil) {
        (self.action, self.from, self.cause, self.site) = (action, from, cause, site)
    }
}

extension ActionDispatch: Sendable where Action: Sendable {}
extension ActionDispatch: Equatable where Action: Equatable {
    /// Whether the actions, the origins and the causes are equal. Their sites may differ.
    public static func == (one: ActionDispatch, other: ActionDispatch) -> Bool {
        one.action == other.action && one.from == other.from && one.cause == other.cause
    }
}

package final class StepObserver<State: Sendable, Action: Sendable>: Sendable {
    package struct Step: Sendable {
        package enum Change: Sendable {
            case action(ActionDispatch<Action>)
            case set(by: String)
        }

        package let seq: Int
        package let change: Change
        package let state: State

        package init(seq: Int, change: Change, state: State) {
            (self.seq, self.change, self.state) = (seq, change, state)
        }
    }

    /// Called on the dispatching thread while it holds the store's mutex: it must return quickly, and must not dispatch.
    package let onStep: @Sendable (Step) -> Void

    package init(onStep: @escaping @Sendable (Step) -> Void) { self.onStep = onStep }
}
