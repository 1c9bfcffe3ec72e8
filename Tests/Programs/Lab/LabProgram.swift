import Synchronization
import TimelineKit

protocol DefaultProgram: Program {
    init()
}

/// A program, what its user can do, and what its effects send.
protocol LabProgram: DefaultProgram where Action: Codable & Hashable {
    static var origins: RecordedOrigins { get }
    /// The types of the actions that effects send, and users do not.
    static var results: Set<String> { get }
    var bugs: Set<LabBug> { get }
    init(bugs: Set<LabBug>)

    /// What a random user may do in this state.
    func controls(in state: State) -> [Action]
    /// Whether a user can do this: one of the controls, or what random users do not do, such as to paste a text.
    func allows(_ action: Action, in state: State) -> Bool
    /// What the app starts and cancels after a step.
    func effects(of action: Action, from before: State, to after: State) -> [LabEffect<Action>]
}

/// What a recording holds of where its actions come from.
enum RecordedOrigins { case causes, effectsWithoutCause, allFromUser }

enum LabEffect<Action: Hashable> {
    /// Starts a job that sends one of these sequences of results, or the beginning of one.
    case start(String, [[Action]])
    /// Ends all jobs of this name before their next result.
    case cancel(String)
}

extension LabProgram {
    static var origins: RecordedOrigins { .causes }
    init() { self.init(bugs: Set(LabBug.allCases)) }
    /// `search` for `SearchProgram`.
    var name: String { "\(Self.self)".replacing("Program", with: "").lowercased() }
    var version: String { "1.0.0" }
    func isResult(_ action: Action) -> Bool { Self.results.contains(typeName(action)) }
    func allows(_ action: Action, in state: State) -> Bool { controls(in: state).contains(action) }
    func has(_ bug: LabBug) -> Bool { bugs.contains(bug) }

    /// Traps if the program has this bug: in the reducer that calls it, as `fatalError` does. A simulation goes on.
    @inline(__always) func trap(_ bug: LabBug, _ reason: String) {
        if has(bug), !TrapNote.note("\(bug.rawValue) \(reason)") { fatalError("\(bug.rawValue) \(reason)") }
    }

    /// A step of a run that is simulated: a trap ends no process.
    func step(_ action: Action, from state: State) -> (state: State, broken: LabRule?) {
        let note = TrapNote()
        var next = state
        TrapNote.$current.withValue(note) { reduce(&next, action) }
        if let trap = note.reason.withLock({ $0 }) { return (next, .trap(trap)) }
        return (next, invariants.first { !$0.holds(next) }.map { .invariant($0.name) })
    }
}

/// A rule that a run breaks. Its name begins with that of its bug.
package enum LabRule: Hashable, Sendable {
    case invariant(String)
    case trap(String)

    func belongs(to bug: LabBug) -> Bool {
        switch self {
        case .invariant(let name), .trap(let name): name.hasPrefix(bug.rawValue)
        }
    }

    package var isTrap: Bool { if case .trap = self { true } else { false } }
}

extension Invariant {
    init(_ bug: LabBug, _ rule: String, holds: @escaping @Sendable (State) -> Bool) {
        self.init("\(bug.rawValue) \(rule)", holds: holds)
    }
}

/// Notes a trap, so that a simulation survives it.
private final class TrapNote: Sendable {
    @TaskLocal static var current: TrapNote?
    let reason = Mutex<String?>(nil)

    static func note(_ reason: String) -> Bool { current?.reason.withLock { $0 = reason } != nil }
}
