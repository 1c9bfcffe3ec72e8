public import TimelineKit

/// A state with an unusual type, and its reducer.
public protocol CaseState: Codable, Equatable, Sendable {
    associatedtype Action: Codable & Sendable
    static var program: String { get }
    init()
    mutating func reduce(_ action: Action)
}

public struct CaseProgram<State: CaseState>: Program {
    public let name = State.program
    public let version = "1.0.0"
    public let initialState = State()

    public init() {}

    public func reduce(_ state: inout State, _ action: State.Action) { state.reduce(action) }
}
