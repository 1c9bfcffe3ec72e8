import TimelineKit

/// A countdown that can be paused, and bids, one at a time.
struct AuctionProgram: LabProgram {
    struct State: Codable, Equatable, Sendable {
        var remaining = 8
        var isRunning = false
        var hasEnded = false
        var price = 0
        var isBidding = false
        var pending = 0
        var rejected = 0
    }

    enum Action: Codable, Hashable, Sendable {
        case startTapped, pauseTapped, resumeTapped, bidTapped(Int), resetTapped
        case tick(Int), bidAccepted(Int), bidRejected(Int)
    }

    static let origins = RecordedOrigins.effectsWithoutCause
    static let results: Set = ["tick", "bidAccepted", "bidRejected"]
    let initialState = State()
    let bugs: Set<LabBug>
    let invariants = [
        Invariant<State>(.r2, "one bid at a time") { $0.pending <= 1 },
        Invariant(.u2, "pending bids are not negative") { $0.pending >= 0 },
    ]

    func controls(in state: State) -> [Action] {
        if state.hasEnded { return [.resetTapped] }
        guard state.isRunning else { return [state.remaining == 8 ? .startTapped : .resumeTapped] }
        return (state.remaining < 8 ? [.pauseTapped] : [])
            + (state.isBidding ? [] : (1...3).map { .bidTapped(state.price + $0) })
    }

    func effects(of action: Action, from before: State, to after: State) -> [LabEffect<Action>] {
        switch action {
        case .startTapped, .resumeTapped: [.start("timer", [(0..<before.remaining).reversed().map { .tick($0) }])]
        case .pauseTapped: [.cancel("timer")]
        case .bidTapped(let amount): [.start("bid", [[.bidAccepted(amount)], [.bidRejected(amount)]])]
        case .resetTapped: [.cancel("bid")]
        default: []
        }
    }

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .startTapped, .resumeTapped: state.isRunning = true
        case .pauseTapped:
            state.isRunning = false
            if has(.r2) { state.isBidding = false }
        case .resetTapped: state = State()
        case .tick(let remaining):
            guard remaining == state.remaining - 1, state.isRunning else { return trap(.u1, "not the next tick") }
            state.remaining = remaining
            if remaining == 0 { (state.isRunning, state.hasEnded) = (false, true) }
        case .bidTapped: (state.isBidding, state.pending) = (true, state.pending + 1)
        case .bidAccepted(let amount):
            if state.pending == 0, !has(.u2) { return }
            (state.isBidding, state.pending) = (false, state.pending - 1)
            if state.hasEnded { return trap(.r1, "a bid after the end") }
            state.price = max(state.price, amount)
        case .bidRejected:
            if state.pending == 0, !has(.u2) { return }
            (state.isBidding, state.pending, state.rejected) = (false, state.pending - 1, state.rejected + 1)
        }
    }
}
