/// The actions of the counter.
public enum CounterAction: Codable, Sendable, Equatable {
    case increment
    case add(amount: Int)
    case reset
    case crash
    /// The reducer returns only if the count is this one. If it is not, the reducer creates the file `COUNTER_WAITING_FILE` first.
    case wait(count: Int)
    /// The reducer prints the text on standard output, without a line feed.
    case say(text: String)
}
