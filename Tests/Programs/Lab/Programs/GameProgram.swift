import TimelineKit

/// A game with a clock: every fourth tick an object reaches the ground, where a player in three columns catches it. A shield lasts for a
/// while, also while the game is paused.
struct GameProgram: LabProgram {
    enum Phase: String, Codable, Sendable { case ready, running, paused, over }

    struct State: Codable, Equatable, Sendable {
        var phase = Phase.ready
        var time = 0
        var column = 1
        var caught = 0
        var missed = 0
        var streak = 0
        var score = 0
        var charges = 2
        var shields = 0
    }

    enum Action: Codable, Hashable, Sendable {
        case startTapped, pauseTapped, resumeTapped, restartTapped, moved(to: Int), shieldTapped
        case ticked(Int), shieldEnded
    }

    private static let end = 24
    private static let bonuses = [0, 5]

    static let results: Set = ["ticked", "shieldEnded"]
    let initialState = State()
    let bugs: Set<LabBug>
    let invariants = [
        Invariant<State>(.r1, "shields are not negative") { $0.shields >= 0 },
        Invariant(.u1, "every object is caught or missed") { $0.caught + $0.missed == $0.time / 4 },
        Invariant(.u2, "charges are not negative") { $0.charges >= 0 },
    ]

    func controls(in state: State) -> [Action] {
        switch state.phase {
        case .ready: [.startTapped]
        case .paused: [.resumeTapped, .restartTapped]
        case .over: [.restartTapped]
        case .running:
            [.pauseTapped] + (state.charges > 0 && state.shields == 0 ? [.shieldTapped] : [])
                + [state.column - 1, state.column + 1].filter((0...2).contains).map { .moved(to: $0) }
        }
    }

    func effects(of action: Action, from before: State, to after: State) -> [LabEffect<Action>] {
        switch action {
        case .startTapped, .resumeTapped: [.start("clock", [(before.time..<Self.end).map { .ticked($0 + 1) }])]
        case .pauseTapped: [.cancel("clock")]
        case .shieldTapped: [.start("shield", [[.shieldEnded]])]
        // A new game does not end the shield of the old one: the reducer is to ignore what it sends.
        default: after.phase == .over ? [.cancel("clock")] : []
        }
    }

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .startTapped, .resumeTapped: state.phase = .running
        case .pauseTapped: state.phase = .paused
        case .restartTapped: state = State()
        case .moved(let column): state.column = column
        case .shieldTapped:
            guard state.charges > 0 || has(.u2) else { return }
            (state.charges, state.shields) = (state.charges - 1, 1)
        case .shieldEnded: if state.shields > 0 || has(.r1) { state.shields -= 1 }
        case .ticked(let time):
            if state.phase != .running { return trap(.u3, "a tick while the clock stands still") }
            if time != state.time + 1, !has(.u1) { return }
            state.time = time
            if time % 4 == 0 { land(in: time * 7 / 4 % 3, &state) }
            if state.missed == 4 || state.time >= Self.end { state.phase = .over }
        }
    }

    private func land(in column: Int, _ state: inout State) {
        if column == state.column {
            (state.caught, state.streak) = (state.caught + 1, state.streak + 1)
            if state.streak > Self.bonuses.count {
                if has(.r2) { return trap(.r2, "no bonus for this streak") }
                state.streak = Self.bonuses.count
            }
            state.score += 1 + Self.bonuses[state.streak - 1]
        } else {
            state.missed += 1
            if state.shields == 0 { state.streak = 0 }
        }
    }
}
