/// To go through the app's past, or that of another run.
enum TravelCommand: Equatable {
    /// To a position, as `timeline` has them.
    case jump(String)
    case step(Int)
    case play(speed: Double)
    /// To what would be, had these steps not been.
    case without(Set<Int>)
    case resume
    case continueHere

    static let summary = """
        commands for the past:
          at POSITION     shows a moment: 17, end, -5 (from the end), @12.5s, %name (a mark)
          step            shows the next step; step -1 the one before
          play SPEED      plays on from there, or from the first step; without SPEED as it was
          without N       shows today as it would be without step N, or several
          resume          shows what is
          continue        goes on from what is shown
        """

    /// Reads a line that begins with `word`; nil where it is another command's.
    init?(_ word: String, _ text: String) throws(CommandError) {
        switch word {
        case "at":
            guard !text.isEmpty else { throw .missingText(command: "at") }
            self = .jump(text)
        case "step":
            guard let steps = text.isEmpty ? 1 : Int(text) else { throw .notWhole(command: word, text) }
            self = .step(steps)
        case "play":
            guard let speed = text.isEmpty ? 1 : Double(text), speed > 0, speed.isFinite else { throw .notSpeed(text) }
            self = .play(speed: speed)
        case "without":
            let numbers = text.split(separator: " ").map { Int($0) }
            guard !numbers.isEmpty, !numbers.contains(nil) else { throw .notWhole(command: word, text) }
            self = .without(Set(numbers.compactMap(\.self)))
        case "resume", "continue":
            guard text.isEmpty else { throw .tooMuch(command: word, text) }
            self = word == "resume" ? .resume : .continueHere
        default: return nil
        }
    }
}
