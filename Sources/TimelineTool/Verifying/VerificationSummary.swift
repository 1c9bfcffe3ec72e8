internal import TimelineDebugger

struct VerificationSummary {
    private(set) var count = 0
    private var results: [VerificationResult: Int] = [:]
    private var accepted = 0
    private var statuses: Set<ExitStatus> = []

    mutating func add(_ answer: VerificationAnswer, isAccepted: Bool) {
        count += 1
        if isAccepted {
            accepted += 1
        } else {
            results[answer.result, default: 0] += 1
            statuses.insert(answer.status)
        }
    }

    /// `12 timelines: 10 sound, 1 diverged, 1 accepted.`
    var text: String {
        var parts = VerificationResult.allCases.compactMap { result in
            results[result].map { "\(Layout.grouped($0)) \(result.summary)" }
        }
        if accepted > 0 { parts.append("\(Layout.grouped(accepted)) accepted") }
        return "\(Layout.count(count, "timeline")): \(parts.joined(separator: ", "))."
    }

    /// Of the worst result.
    var status: ExitStatus {
        [.negative, .badFile, .unavailable, .cannotTell].first { statuses.contains($0) } ?? .done
    }
}
