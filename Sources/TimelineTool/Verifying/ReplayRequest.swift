internal import TimelineDebugger
internal import TimelineKit

/// What a process is asked that replays. Another build of the program may be asked for states: one that does not know this form refuses it.
struct ReplayRequest: Codable {
    enum Task: Codable {
        /// `other` is the executable to compare with.
        case verify(other: String?, ResponseQuestion?, isThorough: Bool)
        /// Replay begins at `passing`, if it passes through the recorded states after that. With `isSeeking`, it reads only the lines that
        /// these states need.
        case states(ClosedRange<Int>, passing: Int?, isFresh: Bool, isSeeking: Bool)
    }

    let place: TimelinePlace
    let task: Task
}

enum ReplayAnswer: Codable {
    /// What is known so far, in case that the process ends before its answer.
    case partial(VerificationAnswer)
    case verified(VerificationAnswer)
    case element(StateSequence.Element)
    case outcome(JSONText)
    /// Of the states, or of the outcome.
    case end
    case failed(String)
}
