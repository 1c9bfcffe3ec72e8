import TimelineKit

/// Documents that are uploaded one at a time, with a queue, retries after a pause, and conflicts that the user resolves.
struct SyncProgram: LabProgram {
    struct Document: Codable, Equatable, Sendable {
        var id: Int
        var revision = 1
        /// The revision that the server has.
        var synced = 1
    }

    struct State: Codable, Equatable, Sendable {
        var documents = [Document(id: 1), Document(id: 2), Document(id: 3)]
        var nextID = 4
        var queue: [Int] = []
        var current: Int?
        var attempt = 0
        var isWaiting = false
        /// How many uploads were started.
        var uploads = 0
        /// The document in conflict, as the server has it.
        var conflict: Document?

        subscript(id: Int) -> Document? {
            get { documents.first { $0.id == id } }
            set { if let newValue { documents = documents.map { $0.id == id ? newValue : $0 } } }
        }
    }

    enum Action: Codable, Hashable, Sendable {
        case edited(Int), addTapped, removed(Int), syncTapped, cancelTapped, keepMineTapped, keepTheirsTapped
        case uploaded(Int, revision: Int), conflicted(Int, server: Int), failed(Int), retryFired
    }

    static let results: Set = ["uploaded", "conflicted", "failed", "retryFired"]
    let initialState = State()
    let bugs: Set<LabBug>
    let invariants = [
        Invariant<State>(.r1, "every changed document waits for its upload") { state in
            state.documents.allSatisfy { document in
                let id = document.id
                return document.revision <= document.synced || state.queue.contains(id) || state.current == id
                    || state.conflict?.id == id
            }
        },
        Invariant(.u1, "the server has no later revision") { state in
            state.documents.allSatisfy { $0.synced <= $0.revision }
        },
        Invariant(.u2, "at most three attempts") { $0.attempt <= 3 },
    ]

    func controls(in state: State) -> [Action] {
        let ids = state.documents.map(\.id)
        var controls: [Action] = ids.map { .edited($0) }
        if ids.count < 3 { controls.append(.addTapped) }
        if ids.count > 1 { controls += ids.filter { $0 != state.current }.map { .removed($0) } }
        if state.current != nil { controls.append(.cancelTapped) }
        if state.conflict != nil { return controls + [.keepMineTapped, .keepTheirsTapped] }
        if state.current == nil, !state.queue.isEmpty { controls.append(.syncTapped) }
        return controls
    }

    func effects(of action: Action, from before: State, to after: State) -> [LabEffect<Action>] {
        var effects: [LabEffect<Action>] = []
        if action == .cancelTapped { effects += [.cancel("upload"), .cancel("retry")] }
        if after.uploads > before.uploads, let id = after.current, let document = after[id] {
            let answers: [Action] = [
                .uploaded(id, revision: document.revision), .conflicted(id, server: document.revision + 2), .failed(id),
            ]
            effects.append(.start("upload", answers.map { [$0] }))
        }
        if after.isWaiting, !before.isWaiting { effects.append(.start("retry", [[.retryFired]])) }
        return effects
    }

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .edited(let id):
            state[id]?.revision += 1
            if state.current != id, state.conflict?.id != id { enqueue(id, &state) }
        case .addTapped:
            state.documents.append(Document(id: state.nextID))
            state.nextID += 1
        case .removed(let id):
            if state.current == id { return }
            state.documents.removeAll { $0.id == id }
            state.queue.removeAll { $0 == id }
            if state.conflict?.id == id, !has(.r2) { state.conflict = nil }
        case .syncTapped: if state.current == nil { start(&state) }
        case .cancelTapped:
            guard let id = state.current else { return trap(.u3, "nothing is uploaded") }
            (state.current, state.isWaiting, state.attempt) = (nil, false, 0)
            state.queue.insert(id, at: 0)
        case .keepMineTapped, .keepTheirsTapped: resolve(&state, keepsMine: action == .keepMineTapped)
        case .uploaded(let id, let revision):
            if id != state.current || revision > state[id]?.revision ?? 0, !has(.u1) { return }
            state[id]?.synced = revision
            if let document = state[id], document.revision > revision, !has(.r1) { enqueue(id, &state) }
            start(&state)
        case .conflicted(let id, let server):
            guard id == state.current else { return }
            (state.current, state.attempt, state.conflict) = (nil, 0, Document(id: id, revision: server))
        case .failed(let id):
            guard id == state.current, !state.isWaiting else { return }
            if state.attempt < 3 { return state.isWaiting = true }
            (state.current, state.attempt) = (nil, 0)
            enqueue(id, &state)
        case .retryFired:
            if !state.isWaiting, !has(.u2) { return }
            (state.isWaiting, state.attempt, state.uploads) = (false, state.attempt + 1, state.uploads + 1)
        }
    }

    private func enqueue(_ id: Int, _ state: inout State) {
        if state[id] != nil, !state.queue.contains(id) { state.queue.append(id) }
    }

    /// Starts the upload of the first document in the queue.
    private func start(_ state: inout State) {
        state.current = state.queue.isEmpty ? nil : state.queue.removeFirst()
        (state.attempt, state.isWaiting) = (state.current == nil ? 0 : 1, false)
        if state.current != nil { state.uploads += 1 }
    }

    private func resolve(_ state: inout State, keepsMine: Bool) {
        guard let conflict = state.conflict else { return }
        guard state[conflict.id] != nil else { return trap(.r2, "the document in conflict is gone") }
        state.conflict = nil
        state[conflict.id]?.synced = conflict.revision
        state[conflict.id]?.revision = conflict.revision + (keepsMine ? 1 : 0)
        if keepsMine { enqueue(conflict.id, &state) }
    }
}
