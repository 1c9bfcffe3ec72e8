import TimelineKit

/// A player of three tracks: streams of progress and of buffering, seeking, and places to resume at, which are saved.
struct PlayerProgram: LabProgram {
    struct State: Codable, Equatable, Sendable {
        var track: Int?
        var duration = 0
        var buffered = 0
        var position = 0
        /// What the user asked for.
        var wantsToPlay = false
        var isPlaying = false
        var isStalled = false
        var seeksTo: Int?
        /// Play on after the seek.
        var playsAfterSeek = false
        var resumePoint: Int?
    }

    enum Action: Codable, Hashable, Sendable {
        case trackTapped(Int), closeTapped, playTapped, pauseTapped, seekTapped(Int)
        case opened(duration: Int), buffered(Int), progressed(Int), stalled, ended, sought(Int), saved(Int)
    }

    static let results: Set = ["opened", "buffered", "progressed", "stalled", "ended", "sought", "saved"]
    let initialState = State()
    let bugs: Set<LabBug>
    let invariants = [
        Invariant<State>(.r1, "it plays only if the user wants it to") { !$0.isPlaying || $0.wantsToPlay },
        Invariant(.r2, "the place to resume at is in the track") { state in
            (state.resumePoint ?? 0) <= state.duration || state.duration == 0
        },
        Invariant(.u1, "the position is in what is buffered") { $0.position <= $0.buffered },
        Invariant(.u3, "no more is buffered than there is") { $0.buffered <= $0.duration },
    ]

    func controls(in state: State) -> [Action] {
        guard state.track != nil else { return (1...3).map { .trackTapped($0) } }
        guard state.duration > 0 else { return [.closeTapped] }
        return [.closeTapped, state.wantsToPlay ? .pauseTapped : .playTapped]
            + stride(from: 0, through: state.buffered, by: 2).map { .seekTapped($0) }
    }

    func effects(of action: Action, from before: State, to after: State) -> [LabEffect<Action>] {
        var effects: [LabEffect<Action>] = []
        switch action {
        case .trackTapped(let track): effects = [.start("open", [[.opened(duration: 2 + 3 * track)]])]
        case .opened(let duration):
            let marks = Array(stride(from: 3, to: duration, by: 3)) + [duration]
            effects = [.start("buffer", [marks.map { .buffered($0) }])]
        case .closeTapped:
            effects = ["open", "buffer", "playback", "seek"].map { .cancel($0) }
            if before.position > 0 { effects.append(.start("save", [[.saved(before.position)]])) }
        case .seekTapped(let target):
            effects = [.cancel("playback"), .cancel("seek"), .start("seek", [[.sought(target)]])]
        case .pauseTapped: effects = [.cancel("playback")]
        default: break
        }
        if after.isPlaying, !before.isPlaying {
            let isWhole = after.buffered >= after.duration
            let last: Action = isWhole ? .ended : .stalled
            effects.append(.start("playback", [(after.position..<after.buffered).map { .progressed($0 + 1) } + [last]]))
        }
        return effects
    }

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .trackTapped(let track): state = State(track: track)
        case .closeTapped: state = State()
        case .opened(let duration): if state.track != nil { state.duration = duration }
        case .playTapped:
            if state.position == state.duration { state.position = 0 }
            state.wantsToPlay = true
            if state.seeksTo == nil { state.isPlaying = true } else { state.playsAfterSeek = true }
        case .pauseTapped:
            (state.wantsToPlay, state.isPlaying, state.isStalled) = (false, false, false)
            if !has(.r1) { state.playsAfterSeek = false }
        case .seekTapped(let target):
            (state.seeksTo, state.playsAfterSeek) = (target, state.wantsToPlay)
            (state.isPlaying, state.isStalled) = (false, false)
        case .sought(let target):
            guard state.seeksTo == target else { return }
            (state.position, state.seeksTo, state.isPlaying) = (target, nil, state.playsAfterSeek)
        case .buffered(let mark):
            if mark > state.duration, !has(.u3) { return }
            state.buffered = max(state.buffered, mark)
            if state.isStalled { (state.isStalled, state.isPlaying) = (false, true) }
        case .progressed(let position):
            let isNext = state.isPlaying && position == state.position + 1 && position <= state.buffered
            if !isNext, !has(.u1) { return }
            state.position = position
        case .stalled: if state.isPlaying { (state.isPlaying, state.isStalled) = (false, true) }
        case .ended:
            if state.position != state.duration { return trap(.u2, "it ends before the end") }
            (state.isPlaying, state.wantsToPlay) = (false, false)
        case .saved(let position):
            if position <= state.duration || has(.r2) { state.resumePoint = position }
        }
    }
}
