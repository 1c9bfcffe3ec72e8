/// Why a line does nothing.
enum CommandError: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case tooMuch(command: String, String)
    case notNumber(command: String, String)
    case notSeconds(String)
    case missingText(command: String)
    case notWhole(command: String, String)
    case notSpeed(String)

    var description: String {
        switch self {
        case .unknown(let line): "unknown command '\(line)'; help lists them"
        case .tooMuch(let command, let text): "\(command) stands alone; what is '\(text)'?"
        case .notNumber(let command, let text): "\(command) needs a number from 1, not '\(text)'"
        case .notSeconds(let text): "wait needs a number of seconds from 0 to \(Seconds.most), not '\(text)'"
        case .missingText(let command): "\(command) needs a text after it"
        case .notWhole(let command, let text): "\(command) needs a whole number, not '\(text)'"
        case .notSpeed(let text): "play needs a speed more than 0, not '\(text)'"
        }
    }
}
