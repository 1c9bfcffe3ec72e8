import TimelineKit

/// A search with a debounce timer. Answers may come late and out of order, and the latest query counts.
struct SearchProgram: LabProgram {
    struct State: Codable, Equatable, Sendable {
        var query = ""
        var results: [String] = []
        var resultsQuery: String?
        var selection: Int?
        var inFlight = 0
        var recent: [String] = []
        var hasFailed = false
    }

    enum Action: Codable, Hashable, Sendable {
        case typed(String), cleared, rowTapped(Int), closeTapped, recentTapped(String)
        case debounced(String), loaded(query: String, items: [String]), failed(query: String)
    }

    static let results: Set = ["debounced", "loaded", "failed"]
    let initialState = State()
    let bugs: Set<LabBug>
    let invariants = [
        Invariant<State>(.r1, "results are of the query") { $0.resultsQuery == nil || $0.resultsQuery == $0.query },
        Invariant(.r2, "the selection is in the results") { ($0.selection ?? -1) < $0.results.count },
        Invariant(.u1, "requests in flight are not negative") { $0.inFlight >= 0 },
    ]

    func controls(in state: State) -> [Action] {
        var controls: [Action] = state.results.indices.map { .rowTapped($0) }
        if state.query.count < 3 { controls += ["a", "b", "c"].map { .typed(state.query + $0) } }
        if !state.query.isEmpty { controls += [.cleared, .typed(String(state.query.dropLast()))] }
        if state.selection != nil { controls.append(.closeTapped) }
        if state.query.isEmpty { controls += state.recent.map { .recentTapped($0) } }
        return controls
    }

    /// A text may be pasted as a whole.
    func allows(_ action: Action, in state: State) -> Bool {
        if case .typed(let text) = action { return text != state.query }
        return controls(in: state).contains(action)
    }

    func effects(of action: Action, from before: State, to after: State) -> [LabEffect<Action>] {
        switch action {
        case .typed(let query):
            return [.cancel("debounce")] + (query.isEmpty ? [] : [.start("debounce", [[.debounced(query)]])])
        case .cleared: return [.cancel("debounce")]
        case .debounced(let query), .recentTapped(let query):
            let items = (0...Int(query.utf8.reduce(0) { $0 + UInt32($1) } % 4)).map { "\(query)\($0)" }
            return [
                .cancel("debounce"),
                .start("search", [[.loaded(query: query, items: items)], [.failed(query: query)]]),
            ]
        default: return []
        }
    }

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .typed(let query): begin(query, &state)
        case .cleared: begin("", &state)
        case .recentTapped(let query):
            begin(query, &state)
            state.inFlight += 1
        case .debounced(let query):
            guard query == state.query else { return trap(.u2, "another text was debounced") }
            state.inFlight += 1
        case .loaded(let query, let items):
            if state.inFlight == 0, !has(.u1) { return }
            state.inFlight -= 1
            if query != state.query, !has(.r1) { return }
            (state.results, state.resultsQuery) = (items, query)
            if !state.recent.contains(query) { state.recent = Array((state.recent + [query]).suffix(3)) }
        case .failed(let query):
            if state.inFlight == 0, !has(.u1) { return }
            state.inFlight -= 1
            if query == state.query { state.hasFailed = true }
        case .rowTapped(let row): state.selection = row
        case .closeTapped: state.selection = nil
        }
    }

    private func begin(_ query: String, _ state: inout State) {
        (state.query, state.results, state.resultsQuery, state.hasFailed) = (query, [], nil, false)
        if !has(.r2) { state.selection = nil }
    }
}
