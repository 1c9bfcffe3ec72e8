/// What a state and its file do to each other. Pure: texts go in, decisions come out.
///
/// The file is known by its text, so that what we wrote ourselves is no edit, whoever tells that the file changed. A text
/// that does not decode is never written over: someone is at work on it.
struct ReloadCore<State: Codable & Equatable> {
    enum Decision {
        /// A good save, which is to become the state.
        case set(State)
        /// A text that does not decode. It may be half of one; to be looked at again when patience is over.
        case lookAgain
        /// It does not decode, and stays so.
        case report(HotReloadProblem)
    }

    private let file: String
    /// The last text that was good, whoever wrote it, and its state.
    private var known: (text: [UInt8], state: State)?
    /// What is in the file, where it does not decode.
    private var bad: (text: [UInt8], since: Duration, isReported: Bool)?

    /// How long a text that does not decode may stay, in a file that nobody has open to write, before it is no half of a
    /// save.
    static var patience: Duration { .milliseconds(100) }

    init(file: String) { self.file = file }

    /// The file was read. nil where nothing is to be done.
    ///
    /// - Parameters:
    ///   - now: The reading of any clock.
    ///   - isOpen: Whether someone has the file open to write, and may not be done.
    mutating func read(_ text: [UInt8]?, live: State, now: Duration, isOpen: Bool = false) -> Decision? {
        guard let text else {
            known = nil
            bad = nil
            return nil
        }
        if let bad, bad.text == text {
            guard !bad.isReported, now - bad.since >= Self.patience else { return nil }
            if isOpen { return .lookAgain }
            self.bad?.isReported = true
            do throws(HotReloadProblem) { _ = try EditedText.decode(text, file) as State } catch {
                return .report(error)
            }
            return nil
        }
        // After a bad text, the one from before is a save like any other.
        if bad == nil, let known, known.text == text { return nil }
        do throws(HotReloadProblem) {
            let state: State = try EditedText.decode(text, file)
            bad = nil
            known = (text, state)
            return state == live ? nil : .set(state)
        } catch {
            bad = (text, now, false)
            return .lookAgain
        }
    }

    /// Whether the file should be written, now that `live` is the state.
    func isDue(_ live: State) -> Bool { bad == nil && known?.state != live }

    /// The text that is in the file, as far as is known; nil where there is none.
    var text: [UInt8]? { known?.text }

    /// The file was written.
    mutating func wrote(_ text: [UInt8], _ state: State) { known = (text, state) }

    /// An editor wrote into a file that was no longer in its place: the text is not in the file, and should be.
    mutating func readStray(_ text: [UInt8], live: State, now: Duration) -> Decision? {
        let decision = read(text, live: live, now: now)
        if case .set = decision { known = nil }
        return decision
    }
}
