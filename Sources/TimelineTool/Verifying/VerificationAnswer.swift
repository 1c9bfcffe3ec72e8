internal import TimelineDebugger
internal import TimelineKit

/// What is known of one timeline, as a process that verifies sends it. The line of `--json`, the text, JUnit's report, `--accept` and
/// `--repeat` are made of it.
struct VerificationAnswer: Codable, Sendable {
    let file: String
    var result: VerificationResult
    /// The other members of the line.
    var facts: JSONObject
    /// The text, without the name of the file unless `isNamed`.
    var body: String
    private var isNamed = false
    /// Of the message in which the answer arrived; 0 if this process made it.
    var byteCount = 0

    init(_ file: String, _ result: VerificationResult, _ facts: JSON, _ body: String) {
        (self.file, self.result, self.body) = (file, result, body)
        self.facts = facts.object ?? JSONObject()
    }

    static let repeated:
        Fields<(times: Int, sound: Int, counts: [(finding: VerificationFinding, times: Int)], others: [Self])> =
            """
            times\({ $0.times }): count // The number of replays.
            sound\({ $0.sound }): count // The number of replays without a finding.
            findings?\({ $0.counts }, "finding\({ $0.finding.description }): text, times\({ $0.times }): count")
            others?\({ $0.others.map { JSON.object($0.line) } }): [self] // The lines of replays that found more.
            """

    static func failed(_ file: String, _ result: VerificationResult, _ reason: String) -> VerificationAnswer {
        var answer = VerificationAnswer(file, result, ["reason": .string(reason)], reason)
        answer.isNamed = ["\(file):", "\(file) ", "\(file),", "cannot open \(file):", "cannot read \(file):"].contains {
            reason.hasPrefix($0)
        }
        return answer
    }

    static func interrupted(_ file: String, _ reason: String, _ facts: JSON) -> VerificationAnswer {
        VerificationAnswer(file, .interrupted, facts, "can't tell. \(reason.sentence)")
    }

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
        facts["repeat"] = Self.repeated.json((answers.count, sound, counts, others))
        if counts.allSatisfy({ $0.times == answers.count }) {
            let isSame = answers.allSatisfy { $0.body == worst.body }
            body +=
                "\nAll \(answers.count) replays \(isSame ? "gave this answer" : "found this, with details that differ")."
        } else {
            // A process that was ended shows nothing about the reducer.
            let complete = answers.count { $0.result != .interrupted && $0.result != .unreadable }
            let differs = counts.contains { $0.finding.result.status == .negative && $0.times < complete }
            body +=
                "\n\(differs ? "The reducer is not deterministic: " : "")\(sound) of \(answers.count) replays are sound."
            for (finding, times) in counts { body += "\n  \(times) of \(answers.count): \(finding.description)" }
        }
    }

    var line: JSONObject {
        let start = [("file", file), ("result", result.rawValue)]
        return JSONObject(start.map { .init(key: $0, value: .string($1)) } + facts.members)
    }

    var text: String { Layout.visible(isNamed ? body : "\(file): \(body)", exceptLines: true) }
    var findings: [VerificationFinding] { VerificationFinding.all(in: line) }
    var cause: String? { facts["divergence"]?.object?["cause"]?.string }

    var isRemarkable: Bool {
        result.isFinding || ["outside", "unencoded", "torn", "unreturned"].contains { facts[$0] != nil }
    }

    /// The process that gave this partial answer did not continue.
    mutating func add(_ failure: VerificationAnswer, because reason: String) {
        let known = facts
        (result, facts) = (failure.result, failure.facts)
        for key in [
            "session", "divergence", "crash", "invariant", "invariants", "issues", "damage", "damages", "unknown",
        ] { facts[key] = known[key] ?? facts[key] }
        body += "\n\(reason.sentence)"
    }

    mutating func endWithoutCause(because reason: String) {
        if var divergence = facts["divergence"]?.object {
            divergence["why"] = .string(reason)
            facts["divergence"] = .object(divergence)
        }
        body += "\nThe search for the cause did not end: \(reason)."
    }
}

extension String {
    /// With a capital letter and a period.
    var sentence: String { "\(prefix(1).uppercased())\(dropFirst())." }
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
        let worstFirst: [ExitStatus] = [.negative, .badFile, .unavailable, .cannotTell]
        return worstFirst.first { status in contains { $0.status == status } } ?? .done
    }
}

extension VerificationResult {
    var summary: String {
        switch self {
        case .agrees: "agree"
        case .broken: "with a broken invariant"
        case .reported: "with reported issues"
        case .differs: "differ"
        default: rawValue
        }
    }

    var status: ExitStatus {
        switch self {
        case .sound, .agrees: .done
        case .diverged, .broken, .reported, .crashed, .trapped, .differs: .negative
        case .damaged, .unreadable: .badFile
        case .unreachable: .unavailable
        case .unconfirmed, .interrupted: .cannotTell
        }
    }
}
