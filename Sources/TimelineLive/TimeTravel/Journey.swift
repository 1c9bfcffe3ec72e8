internal import TimelineJournal
internal import TimelineKit

/// Where a traveler is in a timeline, and how it plays. Times go in and come out; nothing here waits.
struct Journey<P: Program> {
    private var replayer: Replayer<P>
    private(set) var position: Int
    private(set) var isAltered = false
    private var playback: Playback?
    /// Reduced before it is due, so that showing it takes no time.
    private var pending: ReplayedStep<P>?
    /// The playing that is under way: one that was begun before must not go on.
    private var playing = 0
    /// What was shown last. Of two that are shown at once by two threads the later counts.
    private(set) var ticket = 0

    init(_ program: P, _ journal: any ReplayableJournal) {
        replayer = Replayer(program, journal)
        position = journal.end
    }

    var journal: any ReplayableJournal { replayer.journal }
    var positions: ClosedRange<Int> { replayer.first...replayer.last }
    var speed: Double? { playback?.speed }

    /// Goes to a position. Playing goes on from there.
    mutating func go(to target: Position, now: Duration) throws(TravelError) -> P.State {
        let seq: Int
        do throws(PositionError) { seq = try target.resolve(in: journal) } catch { throw TravelError(.position(error)) }
        return try go(to: seq, now: now)
    }

    /// Goes on, or back where `steps` is less than 0, as far as there are positions.
    mutating func go(by steps: Int, now: Duration) throws(TravelError) -> P.State {
        let range = positions
        let (sum, overflows) = position.addingReportingOverflow(steps)
        if overflows { return try go(to: steps < 0 ? range.lowerBound : range.upperBound, now: now) }
        return try go(to: min(max(sum, range.lowerBound), range.upperBound), now: now)
    }

    private mutating func go(to seq: Int, now: Duration) throws(TravelError) -> P.State {
        do throws(ReplayError) {
            let state = try replayer.state(at: seq)
            if playback != nil {
                let at = try moment(of: seq)
                playback?.jumped(to: at, now: now)
            }
            arrive(at: seq)
            return state
        } catch {
            throw TravelError(.replay(error))
        }
    }

    /// Goes to what would be today. What was played stops.
    mutating func goToday(skipping skipped: Set<Int>, changing changed: [Int: P.Action]) throws(TravelError) -> P.State
    {
        do throws(ReplayError) {
            let state = try replayer.today(skipping: skipped, changing: changed)
            pause()
            arrive(at: replayer.last)
            isAltered = true
            return state
        } catch {
            throw TravelError(.replay(error))
        }
    }

    private mutating func arrive(at seq: Int) {
        position = seq
        pending = nil
        isAltered = false
        ticket += 1
    }

    // MARK: - Playing

    /// Begins to play from the present position, or from the first where it is the last.
    ///
    /// - Returns: what this playing is known by, and the state to begin with.
    mutating func play(
        speed: Double, idleLimit: Duration?, now: Duration
    ) throws(TravelError) -> (playing: Int, state: P.State) {
        pause()
        let state = try go(to: position == replayer.last ? replayer.first : position, now: now)
        do throws(ReplayError) {
            playback = Playback(speed: speed, idleLimit: idleLimit, from: try moment(of: position), now: now)
        } catch {
            throw TravelError(.replay(error))
        }
        return (playing, state)
    }

    /// When the next step of this playing is due; nil where it is over.
    mutating func due(_ playing: Int) throws(TravelError) -> Duration? {
        guard playing == self.playing, let playback else { return nil }
        if pending == nil {
            do throws(ReplayError) { pending = try replayer.next() } catch { throw TravelError(.replay(error)) }
        }
        return pending.flatMap { playback.due($0.at.microseconds) }
    }

    /// The state that is due at `now`; nil where none is.
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

    /// Ends a playing, unless another has taken its place.
    mutating func end(_ playing: Int) {
        if playing == self.playing { pause() }
    }

    private func moment(of seq: Int) throws(ReplayError) -> Int64 {
        do throws(JournalError) {
            return try journal.moment(of: seq).microseconds
        } catch {
            throw ReplayError(error)
        }
    }
}
