import TimelineKit

/// A program with one invariant in the place of all.
struct MergedProgram<Base: LabProgram>: DefaultProgram {
    private let base = Base()
    var name: String { base.name }
    var version: String { base.version }
    var initialState: Base.State { base.initialState }
    var invariants: [Invariant<Base.State>] {
        let invariants = base.invariants
        return [Invariant("the state is consistent") { state in invariants.allSatisfy { $0.holds(state) } }]
    }

    func reduce(_ state: inout Base.State, _ action: Base.Action) { base.reduce(&state, action) }
}

/// A program that knows which controls are enabled. It knows nothing of its effects.
struct ControlledProgram<Base: LabProgram>: DefaultProgram {
    private let base = Base()
    var name: String { base.name }
    var version: String { base.version }
    var initialState: Base.State { base.initialState }
    var invariants: [Invariant<Base.State>] { base.invariants }

    func reduce(_ state: inout Base.State, _ action: Base.Action) { base.reduce(&state, action) }

    func isPossible(_ action: Base.Action, in state: Base.State) -> Bool {
        base.allows(action, in: state) || base.isResult(action)
    }
}
