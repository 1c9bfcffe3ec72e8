internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal

struct VerificationAnswer: Codable, Sendable {
    var line: JSONObject
    var text: String
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

    init(line: JSONObject, text: String) { (self.line, self.text) = (line, text) }

    /// The worst of several answers on one timeline, with the lines of others that found more, and how often each finding occurred.
    init(ofRepeated answers: [VerificationAnswer]) {
        func rank(_ answer: VerificationAnswer) -> Int {
            if answer.cause == "notDeterministic" { return 4 }
            if answer.cause != nil { return 3 }
            return answer.findings.status == .negative ? 2 : answer.findings.isEmpty ? 0 : 1
        }
        var worst = answers[0]
        for answer in answers where rank(answer) > rank(worst) { worst = answer }
        self = worst
        var counts: [(finding: VerificationFinding, times: Int)] = []
        var others: [VerificationAnswer] = []
        for answer in answers {
            let known = ([worst] + others).flatMap(\.findings)
            if !answer.findings.allSatisfy(known.contains) { others.append(answer) }
            for finding in answer.findings {
                if let index = counts.firstIndex(where: { $0.finding.description == finding.description }) {
                    counts[index].times += 1
                } else {
                    counts.append((finding, 1))
                }
            }
        }
        let sound = answers.count { $0.findings.isEmpty }
        line["repeat"] = .members([
            "times": .int(answers.count), "sound": .int(sound),
            "findings": counts.isEmpty
                ? nil
                : .array(
                    counts.map { .members(["finding": .string($0.finding.description), "times": .int($0.times)]) }),
            "others": others.isEmpty ? nil : .array(others.map { .object($0.line) }),
        ])
        if counts.allSatisfy({ $0.times == answers.count }) {
            let isSame = answers.allSatisfy { $0.text == worst.text }
            text +=
                "\nAll \(answers.count) replays \(isSame ? "gave this answer" : "found this, with details that differ")."
        } else {
            // A process that was ended shows nothing about the reducer.
            let complete = answers.count { $0.result != .interrupted && $0.result != .unreadable }
            let differs = counts.contains { $0.finding.result.status == .negative && $0.times < complete }
            text +=
                "\n\(differs ? "The reducer is not deterministic: " : "")\(sound) of \(answers.count) replays are sound."
            for (finding, times) in counts {
                text += Layout.visible("\n  \(times) of \(answers.count): \(finding.description)", exceptLines: true)
            }
        }
    }

    var file: String { line["file"]?.string ?? "" }

    var result: VerificationResult { line["result"]?.string.flatMap(VerificationResult.init) ?? .unreadable }

    var findings: [VerificationFinding] { VerificationFinding.all(in: line) }

    var cause: String? { line["divergence"]?.object?["cause"]?.string }

    var isRemarkable: Bool { result.isFinding || ["outside", "torn", "unreturned"].contains { line[$0] != nil } }

    /// This partial answer, where the process did not continue.
    func adding(_ failure: VerificationAnswer, because reason: String) -> VerificationAnswer {
        var line = failure.line
        for key in ["session", "divergence", "crash", "invariant", "invariants", "damage", "damages", "unknown"] {
            if let value = self.line[key] { line[key] = value }
        }
        return VerificationAnswer(line: line, text: "\(text)\n\(reason.prefix(1).uppercased())\(reason.dropFirst()).")
    }

    func withoutCause(because reason: String) -> VerificationAnswer {
        var line = line
        if var divergence = line["divergence"]?.object {
            divergence["why"] = .string(reason)
            line["divergence"] = .object(divergence)
        }
        return VerificationAnswer(line: line, text: "\(text)\nThe search for the cause did not end: \(reason).")
    }
}

/// As text, which keeps the order of its keys.
extension JSONObject: Codable {
    package init(from decoder: any Decoder) throws { self = try JSONText(from: decoder).value.object ?? JSONObject() }

    package func encode(to encoder: any Encoder) throws { try JSONText(.object(self)).encode(to: encoder) }
}

extension VerificationFinding {
    /// Where a state does not survive its coding, whether the reducer behaved as recorded is unknown.
    var status: ExitStatus { isUndecided ? .cannotTell : result.status }
}

extension [VerificationFinding] {
    var status: ExitStatus {
        let statuses = Set(map(\.status))
        return ExitStatus.worstFirst.first(where: statuses.contains) ?? .done
    }
}

extension ExitStatus {
    fileprivate static let worstFirst: [ExitStatus] = [.negative, .badFile, .unavailable, .cannotTell]
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
        case .diverged, .broken, .crashed, .trapped, .differs: .negative
        case .damaged, .unreadable: .badFile
        case .unreachable: .unavailable
        case .unconfirmed, .interrupted: .cannotTell
        }
    }
}
