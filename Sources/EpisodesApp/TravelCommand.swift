/// Time travel in this run, or in another timeline.
enum TravelCommand: Equatable {
    /// To a position, in the syntax of `timeline`.
    case jump(String)
    case step(Int)
    case play(speed: Double)
    /// To the last state without these steps.
    case without(Set<Int>)
    case resume
    case continueHere

    static let summary = """
        commands for the past:
          at POSITION     shows a position: 17, end, -5 (from the end), @12.5s, %name (a mark)
          step            shows the next step; step -1 shows the one before
          play SPEED      plays from there, or from the first step; SPEED is 1 by default
          without N       shows the last state without step N, or without several steps
          resume          shows the present
          continue        makes the shown state the present
        """

    /// Parses a line that begins with `word`; nil for other commands.
    init?(_ word: String, _ text: String) throws(CommandError) {
        let notWhole = CommandError(description: "\(word) needs a whole number, not '\(text)'")
        switch word {
        case "at":
            guard !text.isEmpty else {
                throw CommandError(description: "at needs a position: 17, end, -5, @12.5s or %name")
            }
            self = .jump(text)
        case "step":
            guard let steps = text.isEmpty ? 1 : Int(text) else { throw notWhole }
            self = .step(steps)
        case "play":
            guard let speed = text.isEmpty ? 1 : Double(text), speed > 0, speed.isFinite else {
                throw CommandError(description: "play needs a speed over 0, not '\(text)'")
            }
            self = .play(speed: speed)
        case "without":
            let numbers = text.split(separator: " ").map { Int($0) }
            guard !numbers.isEmpty, !numbers.contains(nil) else { throw notWhole }
            self = .without(Set(numbers.compactMap(\.self)))
        case "resume", "continue":
            guard text.isEmpty else { throw CommandError(description: "\(word) takes no argument, not '\(text)'") }
            self = word == "resume" ? .resume : .continueHere
        default: return nil
        }
    }
}
