internal import TimelineKit
internal import TimelineReplay

/// Never waits: the caller passes the time.
struct TimelinePlayer<P: Program> {
    private var replayer: Replayer<P>
    private(set) var position: Int
    private(set) var isAltered = false
    private var playback: Playback?
    /// Reduced before it is due.
    private var pending: ReplayedStep<P>?
    /// Identifies the current playback, so that an earlier one does not continue.
    /// Begins at random, so that a playback of an earlier player never goes on with this one.
    private var playbackID = Int.random(in: 0...Int(Int32.max))
    /// Counts the moves. If two threads show a state at once, the state of the later move wins.
    private(set) var generation = 0

    init(_ program: P, _ journal: Journal) {
        replayer = Replayer(program, journal)
        position = journal.end
    }

    var journal: Journal { replayer.journal }
    var positions: ClosedRange<Int> { replayer.first...replayer.last }
    var speed: Double? { playback?.speed }

    mutating func go(to target: Position, now: Duration) throws -> P.State {
        try go(to: target.resolve(in: journal), now: now)
    }

    mutating func go(by steps: Int, now: Duration) throws -> P.State {
        let range = positions
        let goal = position + min(max(steps, -range.count), range.count)
        return try go(to: min(max(goal, range.lowerBound), range.upperBound), now: now)
    }

    private mutating func go(to seq: Int, now: Duration) throws -> P.State {
        let state = try replayer.state(at: seq)
        if playback != nil {
            let at = try journal.moment(of: seq).microseconds
            playback?.jumped(to: at, now: now)
        }
        arrive(at: seq)
        return state
    }

    mutating func goToLastState(skipping skipped: Set<Int>, changing changed: [Int: P.Action]) throws -> P.State {
        let state = try replayer.lastState(skipping: skipped, changing: changed)
        stopPlayback()
        arrive(at: replayer.last)
        isAltered = true
        return state
    }

    private mutating func arrive(at seq: Int) {
        position = seq
        pending = nil
        isAltered = false
        generation += 1
    }

    // MARK: - Playing

    mutating func play(
        speed: Double, idleLimit: Duration?, now: Duration
    ) throws -> (playbackID: Int, state: P.State) {
        stopPlayback()
        let state = try go(to: position == replayer.last ? replayer.first : position, now: now)
        let start = try journal.moment(of: position).microseconds
        playback = Playback(speed: speed, idleLimit: idleLimit, from: start, now: now)
        return (playbackID, state)
    }

    /// Nil if the playback has ended. Reduces the step, so that its state is ready when it is due.
    mutating func nextDueTime(of playbackID: Int) throws(TravelError) -> Duration? {
        guard playbackID == self.playbackID, let playback else { return nil }
        if pending == nil {
            do throws(ReplayError) { pending = try replayer.next() } catch { throw TravelError(error) }
        }
        return pending.flatMap { playback.due($0.at.microseconds) }
    }

    mutating func advance(_ playbackID: Int, now: Duration) -> (state: P.State, generation: Int)? {
        guard playbackID == self.playbackID, let pending, let due = playback?.due(pending.at.microseconds), due <= now
        else { return nil }
        playback?.shown(pending.at.microseconds)
        arrive(at: pending.seq)
        return (pending.state, generation)
    }

    mutating func stopPlayback() {
        playback = nil
        playbackID += 1
    }

    mutating func end(_ playbackID: Int) { if playbackID == self.playbackID { stopPlayback() } }
}

package struct TravelClock: Sendable {
    let now: @Sendable () -> Duration
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    package static let system: TravelClock = {
        let clock = ContinuousClock()
        let start = clock.now
        return TravelClock(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start + $0) })
    }()
}
