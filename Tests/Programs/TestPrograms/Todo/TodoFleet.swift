public import TimelineKit

/// The to-do app of many people, each in one of eight arms of an experiment. Each arm has faults and traps of its own.
public struct TodoFleet: Program {
    public struct State: Codable, Equatable, Sendable {
        public var arm: Int
        public var todo = Todo()
    }

    /// A precondition that does not hold.
    enum Trap: String, CaseIterable {
        case editOfCompleted, clearOfThree, saveOfNothing, removalOfEdited, filterOfNothing, toggleWhileEditing
        case loadAfterSave, longTitle, cancelOfFourth, accent
    }

    /// Each belongs to the arm of its index, modulo the number of arms.
    public static let bugs = TodoProgram.Fault.allCases.map(\.rawValue) + Trap.allCases.map(\.rawValue)

    private static let armCount = 8
    private static let arms = (0..<armCount).map { arm in
        TodoFleet(bugs: Set(bugs.enumerated().filter { $0.offset % armCount == arm }.map(\.element)))
    }

    public let name = "todo-fleet"
    public let version = "1.0.0"
    public let initialState = State(arm: 0)
    public let invariants = TodoProgram().invariants.map { rule in
        Invariant<State>(rule.name) { rule.holds($0.todo) }
    }

    private let own: TodoProgram
    private let traps: [Trap]

    public init() { self.init(bugs: []) }

    private init(bugs: Set<String>) {
        own = TodoProgram(faults: Set(TodoProgram.Fault.allCases.filter { bugs.contains($0.rawValue) }))
        traps = Trap.allCases.filter { bugs.contains($0.rawValue) }
    }

    public func isPossible(_ action: TodoAction, in state: State) -> Bool { own.isPossible(action, in: state.todo) }

    public func reduce(_ state: inout State, _ action: TodoAction) {
        let arm = Self.arms[state.arm]
        precondition(!arm.traps(in: state.todo, action), "a trap of the to-do app")
        arm.own.reduce(&state.todo, action)
    }

    private func traps(in todo: Todo, _ action: TodoAction) -> Bool {
        own.traps(in: todo, action) || traps.contains { Self.isHit($0, todo, action) }
    }

    private static func isHit(_ trap: Trap, _ todo: Todo, _ action: TodoAction) -> Bool {
        switch (trap, action) {
        case (.editOfCompleted, .editTapped): todo.isAllChecked && todo.items.count > 1
        case (.clearOfThree, .clearTapped): todo.items.count(where: \.isCompleted) > 2
        case (.saveOfNothing, .saved): todo.items.isEmpty
        case (.removalOfEdited, .removed(let id)): todo.edit?.id == id
        case (.filterOfNothing, .filterTapped(.completed)): todo.items.isEmpty && !todo.draft.isEmpty
        case (.toggleWhileEditing, .toggleAllTapped): todo.edit != nil
        case (.loadAfterSave, .loaded): todo.savedRevision > 0
        case (.longTitle, .submitted): todo.draft.count > 20
        case (.cancelOfFourth, .editCanceled): todo.items.count > 3
        case (.accent, .editChanged(let text)): text.contains("é")
        default: false
        }
    }
}

extension TodoFleet {
    /// What one person did until a bug showed itself.
    public struct Session: Sendable {
        public let actions: [(action: TodoAction, cause: Int?)]
        /// The states before each action, and after the last if it returned.
        public let states: [State]
        public let trapped: Bool
    }

    /// A random session in which this bug shows itself before the others of its arm; nil if many tries led to none.
    public static func session(of bug: String, _ numbers: inout some RandomNumberGenerator) -> Session? {
        guard let index = bugs.firstIndex(of: bug) else { return nil }
        let single = TodoFleet(bugs: [bug])
        for _ in 0..<5000 { if let session = session(in: index % armCount, single, &numbers) { return session } }
        return nil
    }

    private static func session(
        in arm: Int, _ single: TodoFleet, _ numbers: inout some RandomNumberGenerator
    ) -> Session? {
        var states = [State(arm: arm)]
        var actions: [(action: TodoAction, cause: Int?)] = []
        var results: [(after: Int, action: TodoAction, cause: Int)] = []
        for _ in 0..<Int.random(in: 4...90, using: &numbers) {
            let state = states[states.count - 1]
            var next: (action: TodoAction, cause: Int?)
            if let result = results.first, result.after <= actions.count {
                next = (result.action, result.cause)
                results.removeFirst()
            } else {
                next = (userAction(in: state.todo, &numbers), nil)
                guard single.isPossible(next.action, in: state) else { continue }
            }
            actions.append(next)
            let isTrap = single.traps(in: state.todo, next.action)
            guard arms[arm].traps(in: state.todo, next.action) == isTrap else { return nil }
            if isTrap { return Session(actions: actions, states: states, trapped: true) }
            var (after, other) = (state, state)
            arms[arm].own.reduce(&after.todo, next.action)
            single.own.reduce(&other.todo, next.action)
            // Another bug of the arm had an effect.
            guard after == other else { return nil }
            states.append(after)
            if !single.invariants.allSatisfy({ $0.holds(after) }) {
                return Session(actions: actions, states: states, trapped: false)
            }
            let due = actions.count + Int.random(in: 0...4, using: &numbers)
            switch next.action {
            case .appeared:
                let items = [Todo.Item(id: 1, title: "tea"), Todo.Item(id: 2, title: "oats", isCompleted: true)]
                results.append((due, .loaded(items: items), actions.count))
            case .saveTapped: results.append((due, .saved(revision: after.todo.revision), actions.count))
            default: break
            }
        }
        return nil
    }

    private static func userAction(in todo: Todo, _ numbers: inout some RandomNumberGenerator) -> TodoAction {
        let texts = ["milk", "bread", " eggs", "", "  ", "café", "a title that is far too long", "call Ada"]
        let text = texts[Int.random(in: texts.indices, using: &numbers)]
        let id = todo.items.randomElement(using: &numbers)?.id ?? 1
        let choices: [TodoAction] = [
            .draftChanged(text: text), .draftChanged(text: text), .submitted, .submitted, .toggled(id: id),
            .toggled(id: id), .toggleAllTapped, .removed(id: id), .filterTapped(.all), .filterTapped(.active),
            .filterTapped(.completed), .editTapped(id: id), .editChanged(text: text), .editSubmitted, .editCanceled,
            .clearTapped, .appeared, .saveTapped,
        ]
        return choices[Int.random(in: choices.indices, using: &numbers)]
    }
}
