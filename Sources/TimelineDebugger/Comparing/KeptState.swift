internal import TimelineKit

/// A state that runs begin with, one after another: each must leave it as it is.
final class KeptState<State: Encodable> {
    private let state: State
    private let text: JSONText?
    private var runs = 0

    init(_ state: State) {
        self.state = state
        text = try? JSONCoding.encode(state)
    }

    /// After a run; after many, not each time, as this encodes the state.
    func requireUnchanged() throws(SharedStateError) {
        runs += 1
        guard runs <= 16 || runs & 15 == 0, let text, let now = try? JSONCoding.encode(state), now != text,
            // An encoding that is not deterministic differs again.
            now == (try? JSONCoding.encode(state))
        else { return }
        throw SharedStateError()
    }
}
