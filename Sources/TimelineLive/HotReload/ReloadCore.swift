/// What a state and its file do to each other. Pure: texts go in, decisions come out.
///
/// The file is known by its text, so what we wrote ourselves is no edit. A text that does not decode is never written over:
/// someone is editing it.
struct ReloadCore<State: Codable & Equatable> {
    enum Decision {
        /// A good save, which is to become the state.
        case set(State)
        /// A text that does not decode and may be half of a save: read the file again after this delay.
        case readAgain(after: Duration)
        /// A text that still does not decode.
        case report(HotReloadProblem)
    }

    private let file: String
    /// The last text that decoded, whoever wrote it, and its state.
    private var known: (text: [UInt8], state: State)?
    /// What is in the file, where it does not decode.
    private var bad: (text: [UInt8], since: Duration, isReported: Bool)?

    /// How long a text that does not decode may be half of a save.
    static var retryDelay: Duration { .milliseconds(250) }

    init(file: String) { self.file = file }

    /// The file was read; `text` is nil where there is none.
    ///
    /// - Parameter now: The reading of any clock.
    /// - Returns: nil where nothing is to be done.
    mutating func read(_ text: [UInt8]?, live: State, now: Duration) -> Decision? {
        guard let text else {
            known = nil
            bad = nil
            return nil
        }
        if let bad, bad.text == text, bad.isReported || now - bad.since < Self.retryDelay { return nil }
        // After a bad text, the one from before is a save like any other.
        if bad == nil, let known, known.text == text { return nil }
        do throws(HotReloadProblem) {
            let state: State = try EditedText.decode(text, file)
            bad = nil
            known = (text, state)
            return state == live ? nil : .set(state)
        } catch {
            let isReported = bad?.text == text
            bad = (text, now, isReported)
            // Timers may be a little early.
            return isReported ? .report(error) : .readAgain(after: Self.retryDelay + .milliseconds(5))
        }
    }

    /// Whether the file should be written, now that `live` is the state.
    func isDue(_ live: State) -> Bool { bad == nil && known?.state != live }

    /// The text that is in the file, as far as is known; nil where there is none.
    var text: [UInt8]? { known?.text }

    /// The file was written.
    mutating func wrote(_ text: [UInt8], _ state: State) { known = (text, state) }
}
