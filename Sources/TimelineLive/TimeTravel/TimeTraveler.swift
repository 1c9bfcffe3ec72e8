internal import TimelineJournal
public import TimelineKit
internal import TimelineSystem

/// Takes a running store to its past, or to the past of another run: step by step, or in its own time.
///
///     let traveler = TimeTraveler(store, program: CounterProgram(), recorder: recorder)
///     try traveler.jump(to: "%before checkout")       // the app shows what was
///     try traveler.step(by: 1)
///     try await traveler.play(speed: 2)
///     traveler.resume()                               // the app shows what is
///
/// While the past is on show, `store.state` is the state that is shown, and subscribers are told of it as of any other. No
/// reducer of the store runs, no middleware, no effect, and nothing is recorded. The live state waits. What is dispatched
/// meanwhile waits as well, or is refused: see `Meanwhile`. Results of effects always wait, so that no spinner turns for
/// ever.
///
/// **Threads.** Every member may be called on any thread, also by a subscriber; within a dispatch the state is shown when
/// what is being handled is done. One traveler can take a store to the past at a time.
///
/// **Cost.** The first jump reads the timeline; each state costs what replay from the nearest recorded state costs.
public final class TimeTraveler<P: Program>: Sendable {
    private let core: any LiveStoreCore<P.State, P.Action>
    private let program: P
    private let open: @Sendable () throws(JournalError) -> Journal
    private let meanwhile: Meanwhile
    private let onRefused: @Sendable (Dispatched<P.Action>) -> Void
    private let clock: TravelClock
    private let journey = Locked<Journey<P>?>(nil)

    /// A traveler to the past of this run, as far as `recorder` has it.
    ///
    /// - Parameters:
    ///   - meanwhile: Whether what is dispatched while the past is on show waits or is refused.
    ///   - onRefused: Told of each action that is refused, on the thread that dispatched it.
    public convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, recorder: Recorder<P.State, some Any>,
        meanwhile: Meanwhile = .hold, onRefused: @escaping @Sendable (Dispatched<P.Action>) -> Void = { _ in }
    ) {
        self.init(
            store, program: program, recording: recorder, meanwhile: meanwhile, onRefused: onRefused)
    }

    package convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, recording: any StoreRecording,
        meanwhile: Meanwhile, onRefused: @escaping @Sendable (Dispatched<P.Action>) -> Void
    ) {
        self.init(
            store, program: program, open: { () throws(JournalError) in try recording.openJournal() },
            meanwhile: meanwhile, onRefused: onRefused, clock: .system)
    }

    /// A traveler to the past that stands at `path`: a timeline of another run, or a crash bundle.
    ///
    /// - Parameters:
    ///   - path: A file, or a folder with the segments of one run. It is opened when the journey begins.
    ///   - meanwhile: Whether what is dispatched while the past is on show waits or is refused.
    ///   - onRefused: Told of each action that is refused, on the thread that dispatched it.
    public convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, timeline path: String,
        meanwhile: Meanwhile = .hold, onRefused: @escaping @Sendable (Dispatched<P.Action>) -> Void = { _ in }
    ) {
        self.init(
            store, program: program, open: { () throws(JournalError) in try Journal(opening: path) },
            meanwhile: meanwhile, onRefused: onRefused, clock: .system)
    }

    init(
        _ store: some LiveStore<P.State, P.Action>, program: P,
        open: @escaping @Sendable () throws(JournalError) -> Journal,
        meanwhile: Meanwhile, onRefused: @escaping @Sendable (Dispatched<P.Action>) -> Void, clock: TravelClock
    ) {
        core = store.live.core
        self.program = program
        self.open = open
        self.meanwhile = meanwhile
        self.onRefused = onRefused
        self.clock = clock
    }

    /// Where the store is; nil while it shows the live state.
    public var status: TravelStatus? {
        journey.withLock { journey in
            journey.map {
                TravelStatus(
                    position: $0.position, positions: $0.positions, isAltered: $0.isAltered, speed: $0.speed,
                    held: core.heldCount)
            }
        }
    }

    // MARK: - Going

    /// Shows the state at a position as people type it: `17`, `end`, `-5`, `@12.5s`, `%name`.
    public func jump(to position: String) throws(TravelError) {
        let target: Position
        do throws(PositionError) { target = try Position(parsing: position) } catch {
            throw TravelError(.position(error))
        }
        try travel { [clock] journey throws(TravelError) in try journey.go(to: target, now: clock.now()) }
    }

    /// Shows the state after step `seq`.
    public func jump(to seq: Int) throws(TravelError) {
        try travel { [clock] journey throws(TravelError) in try journey.go(to: .seq(seq), now: clock.now()) }
    }

    /// Goes `steps` on, or back where they are less than 0; not past the first position nor the last. A journey begins at
    /// the last.
    public func step(by steps: Int) throws(TravelError) {
        try travel { [clock] journey throws(TravelError) in try journey.go(by: steps, now: clock.now()) }
    }

    /// Plays on from the present position in the recorded time, from the first where it is the last; returns at the end,
    /// or when `pause`, `resume` or another `play` is called, or the task is cancelled.
    ///
    /// A step is due by the clock, not by the step before it: however late one is shown, the next is not.
    ///
    /// - Parameters:
    ///   - speed: How many times as fast as it was recorded; more than 0.
    ///   - idleLimit: Waits longer than this are cut to it, before they are divided by `speed`.
    public func play(speed: Double = 1, idleLimit: Duration? = nil) async throws(TravelError) {
        precondition(speed > 0 && speed.isFinite, "the speed \(speed) is no number more than 0")
        var playing = 0
        try travel { [clock] journey throws(TravelError) in
            let begun = try journey.play(speed: speed, idleLimit: idleLimit, now: clock.now())
            playing = begun.playing
            return begun.state
        }
        defer { journey.withLock { $0?.end(playing) } }
        while !Task.isCancelled, let due = try due(playing) {
            do { try await clock.sleep(due) } catch { return }
            showDue(playing)
        }
    }

    private func due(_ playing: Int) throws(TravelError) -> Duration? {
        try journey.withLock { journey throws(TravelError) in try journey?.due(playing) }
    }

    private func showDue(_ playing: Int) {
        let now = clock.now()
        let due = journey.withLock { journey -> (state: P.State, ticket: Int)? in
            guard let state = journey?.take(playing, now: now), let ticket = journey?.ticket else { return nil }
            return (state, ticket)
        }
        if let due { show(due.state, due.ticket) }
    }

    /// Stops playing, and stays.
    public func pause() {
        journey.withLock { $0?.pause() }
    }

    // MARK: - What would be

    /// The last state, had some steps not been, or been others: all that followed is reduced again. Shows nothing.
    ///
    /// - Parameters:
    ///   - skipped: Numbers of steps.
    ///   - changed: By the number of a step, the action in its place.
    public func today(
        skipping skipped: Set<Int> = [], changing changed: [Int: P.Action] = [:]
    ) throws(TravelError) -> P.State {
        let journal: any ReplayableJournal
        if let known = journey.withLock({ $0?.journal }) { journal = known } else { journal = try openJournal() }
        var journey = Journey(program, journal)
        return try journey.goToday(skipping: skipped, changing: changed)
    }

    /// Shows the last state as it would be, had some steps not been, or been others.
    public func showToday(
        skipping skipped: Set<Int> = [], changing changed: [Int: P.Action] = [:]
    ) throws(TravelError) {
        try travel { journey throws(TravelError) in try journey.goToday(skipping: skipped, changing: changed) }
    }

    // MARK: - Coming back

    /// Shows the live state again, then handles what was held, in its order. Does nothing where the live state is on show.
    ///
    /// - Parameter held: Whether the actions that were held are reduced, or refused. States that were set from outside
    ///   take their place either way.
    public func resume(held: HeldActions = .release) { comeBack(settingBy: nil, held) }

    /// Makes the shown state the live one: a step that was set by `timeTravel`. Then handles what was held. Does nothing
    /// where the live state is on show.
    ///
    /// - Parameter held: Whether the actions that were held are reduced on the shown state, or refused.
    public func continueHere(held: HeldActions = .release) { comeBack(settingBy: "timeTravel", held) }

    private func comeBack(settingBy by: String?, _ held: HeldActions) {
        guard journey.withLock({ $0.take() }) != nil else { return }
        core.comeBack(ObjectIdentifier(self), settingBy: by, held)
    }

    // MARK: - The way

    private func travel(_ go: (inout Journey<P>) throws(TravelError) -> P.State) throws(TravelError) {
        try depart()
        // Never asks for a turn while it holds the lock: a subscriber, who has the turn, may ask for the lock.
        let (state, ticket) = try journey.withLock { journey throws(TravelError) -> (P.State?, Int) in
            guard var known = journey.take() else { return (nil, 0) }
            defer { journey = known }
            return (try go(&known), known.ticket)
        }
        if let state { show(state, ticket) }
    }

    private func show(_ state: P.State, _ ticket: Int) {
        core.show(state, for: ObjectIdentifier(self)) { [weak self] in
            self?.journey.withLock { $0?.ticket } == ticket
        }
    }

    /// Lets the store leave the live state, then opens the timeline: no step is added to it any more.
    private func depart() throws(TravelError) {
        if journey.withLock({ $0 != nil }) { return }
        let traveler = ObjectIdentifier(self)
        guard core.leave(traveler, meanwhile, onRefused: onRefused) else { throw TravelError(.anotherTravels) }
        do throws(TravelError) {
            let journal = try openJournal()
            journey.withLock { if $0 == nil { $0 = Journey(program, journal) } }
        } catch {
            if journey.withLock({ $0 == nil }) { core.comeBack(traveler, settingBy: nil, .release) }
            throw error
        }
    }

    private func openJournal() throws(TravelError) -> Journal {
        let journal: Journal
        do throws(JournalError) {
            journal = try open()
            try journal.requireSound()
        } catch {
            throw TravelError(.replay(ReplayError(.journal(error))))
        }
        guard journal.header.program == program.name else {
            let found = journal.header.program
            throw TravelError(
                .replay(ReplayError(.foreign(file: journal.name, found: found, expected: program.name))))
        }
        return journal
    }
}
