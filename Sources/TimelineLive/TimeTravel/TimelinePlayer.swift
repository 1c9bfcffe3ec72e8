internal import TimelineJournal
internal import TimelineKit

/// A position in a timeline, and its playback. Never waits: the caller passes the time.
struct TimelinePlayer<P: Program> {
    private var replayer: Replayer<P>
    private(set) var position: Int
    private(set) var isAltered = false
    private var playback: Playback?
    /// The next step of the playback, reduced before it is due.
    private var pending: ReplayedStep<P>?
    /// The number of the current playback: an earlier one must not continue.
    private var playing = 0
    /// Counts the positions: where two threads show a state at once, the later position wins.
    private(set) var generation = 0

    init(_ program: P, _ journal: any ReplayableJournal) {
        replayer = Replayer(program, journal)
        position = journal.end
    }

    var journal: any ReplayableJournal { replayer.journal }
    var positions: ClosedRange<Int> { replayer.first...replayer.last }
    var speed: Double? { playback?.speed }

    /// Goes to a position. Playback continues from there.
    mutating func go(to target: Position, now: Duration) throws(TravelError) -> P.State {
        let seq: Int
        do throws(PositionError) { seq = try target.resolve(in: journal) } catch { throw TravelError(error) }
        return try go(to: seq, now: now)
    }

    /// Goes `steps` forward, or back where negative, within the positions of the timeline.
    mutating func go(by steps: Int, now: Duration) throws(TravelError) -> P.State {
        let range = positions
        let (sum, overflows) = position.addingReportingOverflow(steps)
        if overflows { return try go(to: steps < 0 ? range.lowerBound : range.upperBound, now: now) }
        return try go(to: min(max(sum, range.lowerBound), range.upperBound), now: now)
    }

    private mutating func go(to seq: Int, now: Duration) throws(TravelError) -> P.State {
        let state: P.State
        do throws(ReplayError) { state = try replayer.state(at: seq) } catch { throw TravelError(error) }
        if playback != nil {
            let at = try moment(of: seq)
            playback?.jumped(to: at, now: now)
        }
        arrive(at: seq)
        return state
    }

    /// Goes to the last state of the changed run, and stops playback.
    mutating func goToLastState(skipping skipped: Set<Int>, changing changed: [Int: P.Action]) throws(TravelError)
        -> P.State
    {
        let state: P.State
        do throws(ReplayError) { state = try replayer.lastState(skipping: skipped, changing: changed) } catch {
            throw TravelError(error)
        }
        pause()
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

    /// Starts playback at the present position, or at the first if the present one is the last.
    ///
    /// - Returns: The number of this playback, and the first state.
    mutating func play(
        speed: Double, idleLimit: Duration?, now: Duration
    ) throws(TravelError) -> (playing: Int, state: P.State) {
        pause()
        let state = try go(to: position == replayer.last ? replayer.first : position, now: now)
        playback = Playback(speed: speed, idleLimit: idleLimit, from: try moment(of: position), now: now)
        return (playing, state)
    }

    /// The time at which the next step of this playback is due; nil if it is over.
    mutating func due(_ playing: Int) throws(TravelError) -> Duration? {
        guard playing == self.playing, let playback else { return nil }
        if pending == nil {
            do throws(ReplayError) { pending = try replayer.next() } catch { throw TravelError(error) }
        }
        return pending.flatMap { playback.due($0.at.microseconds) }
    }

    /// The state that is due at `now`, if any.
    mutating func take(_ playing: Int, now: Duration) -> P.State? {
        guard playing == self.playing, let pending, let due = playback?.due(pending.at.microseconds), due <= now else {
            return nil
        }
        playback?.shown(pending.at.microseconds)
        arrive(at: pending.seq)
        return pending.state
    }

    mutating func pause() {
        playback = nil
        playing += 1
    }

    /// Ends a playback, unless a later one has started.
    mutating func end(_ playing: Int) {
        if playing == self.playing { pause() }
    }

    private func moment(of seq: Int) throws(TravelError) -> Int64 {
        do throws(JournalError) { return try journal.moment(of: seq).microseconds } catch {
            throw TravelError(ReplayError(error))
        }
    }
}

/// The clock of playback.
package struct TravelClock: Sendable {
    /// The present time.
    let now: @Sendable () -> Duration
    /// Waits until this time; throws if the task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// A monotonic clock.
    package static let system: TravelClock = {
        let clock = ContinuousClock()
        let start = clock.now
        return TravelClock(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start + $0) })
    }()
}
