/// The actions of the counter.
public enum CounterAction: Codable, Sendable, Equatable {
    case increment
    case add(amount: Int)
    case reset
    case crash
}
