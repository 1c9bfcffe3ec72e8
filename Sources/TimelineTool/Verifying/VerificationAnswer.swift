internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal

struct VerificationAnswer: Sendable {
    var line: JSONObject
    let text: String
    /// Of the message in which the answer arrived; 0 if this process made it.
    var byteCount = 0

    init(
        _ file: String, _ result: VerificationResult, _ facts: KeyValuePairs<String, JSON?> = [:], text: String,
        isNamed: Bool = false
    ) {
        var line = JSONObject()
        line["file"] = .string(file)
        line["result"] = .string(result.rawValue)
        for (key, value) in facts { line[key] = value }
        self.init(line: line, text: Layout.visible(isNamed ? text : "\(file): \(text)", exceptLines: true))
    }

    static func failed(_ file: String, _ result: VerificationResult, _ reason: String) -> VerificationAnswer {
        VerificationAnswer(file, result, ["reason": .string(reason)], text: reason)
    }

    static func failed(_ file: String, _ error: JournalError) -> VerificationAnswer {
        let reason = error.description
        let isNamed = ["\(file):", "\(file) ", "\(file),", "cannot open \(file):", "cannot read \(file):"].contains {
            reason.hasPrefix($0)
        }
        return VerificationAnswer(file, .unreadable, ["reason": .string(reason)], text: reason, isNamed: isNamed)
    }

    static func interrupted(
        _ file: String, _ reason: String, _ facts: KeyValuePairs<String, JSON?>
    ) -> VerificationAnswer {
        VerificationAnswer(
            file, .interrupted, facts, text: "can't tell. \(reason.prefix(1).uppercased())\(reason.dropFirst()).")
    }

    init(line: JSONObject, text: String) {
        self.line = line
        self.text = text
    }

    var file: String { line["file"]?.string ?? "" }

    var result: VerificationResult { line["result"]?.string.flatMap(VerificationResult.init) ?? .unreadable }

    var status: ExitStatus {
        // It is unknown if the reducer behaved as recorded.
        result == .diverged && cause == VerifiedDivergence.Cause.unstableCoding.name ? .cannotTell : result.status
    }

    var cause: String? { line["divergence"]?.object?["cause"]?.string }

    var isRemarkable: Bool { result.isFinding || line["outside"] != nil || line["torn"] != nil }

    func withoutCause(because reason: String) -> VerificationAnswer {
        var line = line
        if var divergence = line["divergence"]?.object {
            divergence["why"] = .string(reason)
            line["divergence"] = .object(divergence)
        }
        return VerificationAnswer(line: line, text: "\(text)\nThe search for the cause did not end: \(reason).")
    }
}

extension VerificationResult {
    var summary: String {
        switch self {
        case .agrees: "agree"
        case .broken: "with a broken invariant"
        case .differs: "differ"
        default: rawValue
        }
    }

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
