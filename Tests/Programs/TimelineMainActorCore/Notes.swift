public import TimelineKit
public import TimelineStore

// All of this module is isolated to the main actor, unless it says otherwise.

public nonisolated struct Notes: Codable, Equatable, Sendable {
    public var texts: [String] = []
    public init() {}
}

public nonisolated enum NotesAction: Codable, Sendable {
    case added(text: String)
    case removed(index: Int)
}

public nonisolated struct NotesProgram: Program {
    public let name = "notes"
    public let version = "1.0.0"
    public let initialState = Notes()

    public init() {}

    public func reduce(_ state: inout Notes, _ action: NotesAction) {
        switch action {
        case .added(let text): state.texts.append(text)
        case .removed(let index) where state.texts.indices.contains(index): state.texts.remove(at: index)
        case .removed: break
        }
    }
}

/// What a view shows.
public final class NotesView {
    public private(set) var shown: [String] = []
    private let store: MainStore<Notes, NotesAction>
    private var subscription: Subscription?

    public init(_ store: MainStore<Notes, NotesAction>) {
        self.store = store
        subscription = store.subscribe(to: \.texts.last, initial: true) { self.shown.append($0 ?? "-") }
    }

    public func close() { subscription = nil }
}

/// A store whose reducer is isolated, as every function of this module.
public func makeStore(_ middleware: [Middleware<Notes, NotesAction>] = []) -> MainStore<Notes, NotesAction> {
    MainStore(initialState: Notes(), middleware: middleware) { state, action in count(action, &state) }
}

/// The number of actions that were reduced.
@MainActor public private(set) var reduced = 0

private func count(_ action: NotesAction, _ state: inout Notes) {
    reduced += 1
    NotesProgram().reduce(&state, action)
}

/// The changes of a part, until there are `count`.
public func values(_ store: MainStore<Notes, NotesAction>, count: Int) async -> [Int] {
    var seen: [Int] = []
    for await value in store.values(of: \.texts.count, bufferingPolicy: .unbounded).prefix(count) { seen.append(value) }
    return seen
}
