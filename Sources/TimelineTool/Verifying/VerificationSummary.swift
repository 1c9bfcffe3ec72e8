internal import TimelineDebugger

/// The number of timelines by result, and the exit status of all.
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

    /// The status of the worst result: a negative finding, then a file that cannot be read, then a program that is missing, then
    /// what could not be confirmed.
    var status: ExitStatus {
        [.negative, .badFile, .unavailable, .cannotTell].first { statuses.contains($0) } ?? .done
    }
}
