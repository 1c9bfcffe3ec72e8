/// Decides when a file becomes the state and when the state is written to it. A text that does not decode is never overwritten.
struct ReloadCore<State: Codable & Equatable> {
    enum Decision {
        case set(State)
        case readAgain(after: Duration)
        case report(HotReloadProblem)
    }

    private let file: String
    private var known: (text: [UInt8], state: State)?
    private var bad: (text: [UInt8], since: Duration, isReported: Bool)?

    /// How long a text that does not decode may be a partial save.
    static var retryDelay: Duration { .milliseconds(250) }

    init(file: String) { self.file = file }

    /// `now` is the time on any monotonic clock.
    mutating func read(_ text: [UInt8]?, live: State, now: Duration) -> Decision? {
        guard let text else {
            known = nil
            bad = nil
            return nil
        }
        if let bad, bad.text == text, bad.isReported || now - bad.since < Self.retryDelay { return nil }
        // After a bad text, the previous one is a save like any other.
        if bad == nil, let known, known.text == text { return nil }
        do throws(HotReloadProblem) {
            let state: State = try StateText.decode(text, file)
            bad = nil
            known = (text, state)
            return state == live ? nil : .set(state)
        } catch {
            let isReported = bad?.text == text
            bad = (text, now, isReported)
            // A timer may fire a little early.
            return isReported ? .report(error) : .readAgain(after: Self.retryDelay + .milliseconds(5))
        }
    }

    func needsWrite(_ live: State) -> Bool { bad == nil && known?.state != live }

    var text: [UInt8]? { known?.text }

    mutating func didWrite(_ text: [UInt8], _ state: State) { known = (text, state) }
}
