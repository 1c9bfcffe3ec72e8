public import TimelineKit
package import TimelineReplay

/// Shows earlier states in a running store, of its own run or of another, step by step or in recorded time.
///
///     let traveler = TimeTraveler(store, program: CounterProgram(), recorder: recorder)
///     try traveler.jump(to: "%before checkout")       // the app shows what was
///     try traveler.step(by: 1)
///     try await traveler.play(speed: 2)
///     traveler.resume()                               // the app shows what is
///
/// While the past is shown, `store.state` is the shown state, and subscribers are notified of it as of any other. No reducer,
/// middleware or effect of the store runs, and nothing is recorded. The live state is kept. Dispatched actions are held or
/// refused: see `WhilePastIsShown`. Results of effects are always held.
///
/// **Threads.** Every member may be called on any thread, also by a subscriber; within a dispatch, the state is shown once the
/// current change is handled. Only one traveler can show the past of a store at a time.
///
/// **Cost.** The first jump opens the timeline; each state costs what replay from the nearest recorded state costs.
public final class TimeTraveler<P: Program>: Sendable {
    /// What to do with the actions that are dispatched while the past is shown. Results of effects, and states that are set
    /// from outside, are held either way.
    public enum WhilePastIsShown: Sendable {
        /// Hold them, and reduce them in order once the live state is shown again.
        case hold
        /// Refuse them: each is passed to `onRefused`.
        case refuse
    }

    private let core: any LiveStoreCore<P.State, P.Action>
    private let program: P
    private let open: @Sendable () throws(JournalError) -> Journal
    private let whilePastIsShown: WhilePastIsShown
    private let onRefused: @Sendable (ActionDispatch<P.Action>) -> Void
    private let clock: TravelClock
    private let player = Locked<TimelinePlayer<P>?>(nil)

    /// A traveler to the past of this run, as far as `recorder` has recorded it.
    ///
    /// - Parameters:
    ///   - whilePastIsShown: Whether actions that are dispatched while the past is shown are held or refused.
    ///   - onRefused: Called with each refused action, on the thread that dispatched it.
    public convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, recorder: Recorder<P.State, some Any>,
        whilePastIsShown: WhilePastIsShown = .hold,
        onRefused: @escaping @Sendable (ActionDispatch<P.Action>) -> Void = { _ in }
    ) {
        self.init(
            store, program: program, open: { () throws(JournalError) in try recorder.openJournal() },
            whilePastIsShown: whilePastIsShown, onRefused: onRefused)
    }

    /// A traveler to the past of another run: a timeline or a crash bundle.
    ///
    /// - Parameter timeline: A file, or a folder with the segments of one run. The first jump opens it.
    public convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, timeline path: String,
        whilePastIsShown: WhilePastIsShown = .hold,
        onRefused: @escaping @Sendable (ActionDispatch<P.Action>) -> Void = { _ in }
    ) {
        self.init(
            store, program: program, open: { () throws(JournalError) in try Journal(opening: path) },
            whilePastIsShown: whilePastIsShown, onRefused: onRefused)
    }

    package init(
        _ store: some LiveStore<P.State, P.Action>, program: P,
        open: @escaping @Sendable () throws(JournalError) -> Journal,
        whilePastIsShown: WhilePastIsShown, onRefused: @escaping @Sendable (ActionDispatch<P.Action>) -> Void,
        clock: TravelClock = .system
    ) {
        core = store.live.core
        (self.program, self.open, self.whilePastIsShown) = (program, open, whilePastIsShown)
        (self.onRefused, self.clock) = (onRefused, clock)
    }

    /// The shown position; nil while the live state is shown.
    public var status: TravelStatus? {
        player.withLock { player in
            player.map {
                TravelStatus(
                    position: $0.position, positions: $0.positions, isAltered: $0.isAltered, speed: $0.speed,
                    held: core.heldCount)
            }
        }
    }

    // MARK: - Jumping and playing

    /// Shows the state at a position as people type it: `17`, `end`, `-5`, `@12.5s`, `%name` (a mark).
    public func jump(to position: String) throws(TravelError) {
        let target: Position
        do throws(PositionError) { target = try Position(parsing: position) } catch { throw TravelError(error) }
        try jump(to: target)
    }

    /// Shows the state after step `seq`.
    public func jump(to seq: Int) throws(TravelError) { try jump(to: .seq(seq)) }

    private func jump(to target: Position) throws(TravelError) {
        try travel { [clock] player in try player.go(to: target, now: clock.now()) }
    }

    /// Shows the state `steps` further on, or back if negative, but no further than the first and the last position.
    /// The first call counts from the last position.
    public func step(by steps: Int) throws(TravelError) {
        try travel { [clock] player in try player.go(by: steps, now: clock.now()) }
    }

    /// Plays from the current position, or from the first if the current one is the last, in recorded time. Returns at the
    /// end, or when `pause`, `resume` or another `play` is called, or the task is canceled.
    ///
    /// Each step is due at its own time: one that is shown late does not delay the next.
    ///
    /// - Parameters:
    ///   - speed: A factor, more than 0: 2 plays twice as fast as recorded.
    ///   - idleLimit: The longest wait between two steps, before it is divided by `speed`.
    public func play(speed: Double = 1, idleLimit: Duration? = nil) async throws(TravelError) {
        try await play(startPlayback(speed: speed, idleLimit: idleLimit))
    }

    package func startPlayback(speed: Double, idleLimit: Duration? = nil) throws(TravelError) -> Int {
        var playbackID = 0
        try travel { [clock] player in
            let begun = try player.play(speed: speed, idleLimit: idleLimit, now: clock.now())
            playbackID = begun.playbackID
            return begun.state
        }
        return playbackID
    }

    /// Does nothing once another request ended the playback.
    package func play(_ playbackID: Int) async throws(TravelError) {
        defer { player.withLock { $0?.end(playbackID) } }
        while !Task.isCancelled,
            let due = try player.withLock({ player throws(TravelError) in try player?.nextDueTime(of: playbackID) })
        {
            do { try await clock.sleep(due) } catch { return }
            let now = clock.now()
            let shown = player.withLock { $0?.advance(playbackID, now: now) }
            if let shown { show(shown.state, shown.generation) }
        }
    }

    /// Stops playing, and stays at the current position.
    public func pause() { player.withLock { $0?.stopPlayback() } }

    /// Shows the last state of the run without some steps, or with other actions in their place. All later steps are reduced
    /// again: see `Replayer.lastState(skipping:changing:)`.
    ///
    /// - Parameters:
    ///   - skipped: The numbers of the steps to leave out.
    ///   - changed: The actions to reduce instead, by the number of the step.
    public func showLastState(
        skipping skipped: Set<Int> = [], changing changed: [Int: P.Action] = [:]
    ) throws(TravelError) {
        try travel { try $0.goToLastState(skipping: skipped, changing: changed) }
    }

    // MARK: - Resuming

    /// Shows the live state again, then handles what was held, in order. Does nothing if the live state is shown.
    ///
    /// - Parameter held: Whether the held actions are reduced or refused. States that were set from outside are applied
    ///   either way.
    public func resume(held: HeldActions = .release) { endTimeTravel(settingBy: nil, held) }

    /// Makes the shown state the live one, as a step set by `timeTravel`, then handles what was held. Does nothing if the live
    /// state is shown.
    ///
    /// - Parameter held: Whether the held actions are reduced on the shown state, or refused.
    public func continueHere(held: HeldActions = .release) { endTimeTravel(settingBy: "timeTravel", held) }

    private func endTimeTravel(settingBy by: String?, _ held: HeldActions) {
        guard player.withLock({ $0.take() }) != nil else { return }
        core.endTimeTravel(ObjectIdentifier(self), settingBy: by, held)
    }

    // MARK: - Showing states

    private func travel(_ go: (inout TimelinePlayer<P>) throws -> P.State) throws(TravelError) {
        try begin()
        // The store is not used while `player` is locked: a subscriber, with the store's mutex locked, may call this.
        let (state, generation) = try player.withLock { player throws(TravelError) -> (P.State?, Int) in
            guard var known = player.take() else { return (nil, 0) }
            defer { player = known }
            do { return (try go(&known), known.generation) } catch { throw TravelError(error) }
        }
        if let state { show(state, generation) }
    }

    private func show(_ state: P.State, _ generation: Int) {
        core.show(state, for: ObjectIdentifier(self)) { [weak self] in
            self?.player.withLock { $0?.generation } == generation
        }
    }

    /// Begins time travel, then opens the timeline, to which no step is added from then on.
    private func begin() throws(TravelError) {
        if player.withLock({ $0 != nil }) { return }
        let traveler = ObjectIdentifier(self)
        guard core.beginTimeTravel(traveler, refusesActions: whilePastIsShown == .refuse, onRefused: onRefused) else {
            throw TravelError(
                code: .anotherTraveler,
                description: "another TimeTraveler shows the past of this store; call resume() on that one first")
        }
        do {
            let journal = try open()
            try journal.requireSound(of: program)
            player.withLock { if $0 == nil { $0 = TimelinePlayer(program, journal) } }
        } catch {
            if player.withLock({ $0 == nil }) { core.endTimeTravel(traveler, settingBy: nil, .release) }
            throw TravelError(error)
        }
    }
}

/// The position that a `TimeTraveler` shows.
public struct TravelStatus: Equatable, Sendable {
    /// The number of the step whose state is shown.
    public let position: Int
    /// All positions. The last is the end of the run, or its last step at the first jump.
    public let positions: ClosedRange<Int>
    /// Whether the shown state is that of a changed run: see `TimeTraveler.showLastState(skipping:changing:)`.
    public let isAltered: Bool
    /// The speed of playback, 1 for recorded time; nil while paused.
    public let speed: Double?
    /// The number of held actions and states.
    public let held: Int
}

/// The reason why an earlier state cannot be shown.
public struct TravelError: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Code: Sendable {
        /// The text is no position, or the timeline has no such position.
        case position
        /// The timeline cannot be read or replayed to that position.
        case timeline
        /// Another traveler shows the past of this store.
        case anotherTraveler
    }

    public let code: Code
    public let description: String
}

extension TravelError {
    /// Of a position, a journal or a replay.
    init(_ error: any Error) {
        let isOfPosition = error is PositionError || (error as? ReplayError)?.code == .position
        self.init(code: isOfPosition ? .position : .timeline, description: "\(error)")
    }
}
