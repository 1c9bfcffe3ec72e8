internal import TimelineDebugger

extension VerificationResult {
    /// The results in a summary: `9 sound`.
    var summary: String {
        switch self {
        case .agrees: "agree"
        case .broken: "with a broken invariant"
        case .differs: "differ"
        default: rawValue
        }
    }

    /// The exit status where this is the only result.
    var status: ExitStatus {
        switch self {
        case .sound, .agrees: .done
        case .diverged, .broken, .trapped, .differs: .negative
        case .damaged, .unreadable: .badFile
        case .unreachable: .unavailable
        case .unconfirmed, .interrupted: .cannotTell
        }
    }
}
