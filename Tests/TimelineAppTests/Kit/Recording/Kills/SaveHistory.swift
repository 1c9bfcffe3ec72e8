import TimelineTestPrograms

/// The saved states, and which of them a launch may restore.
struct SaveHistory {
    private let initial: StateDigest
    /// The last state that was saved, and those whose save may have been interrupted.
    private var last: StateDigest?
    private var unfinished: [StateDigest] = []
    private var all: Set<StateDigest>
    /// The number of consecutive launches that may count as failed.
    private var failedLaunches = 0

    init(initial: StateDigest) {
        self.initial = initial
        all = [initial]
    }

    /// The problem of the restored state; nil if there is none.
    mutating func take(_ notices: [Notice]) -> String? {
        var problem: String?
        if let restored = notices.first(where: { $0.kind == .restored }) {
            let digest = StateDigest(restored)
            if failedLaunches < 2 {
                // After two failed launches, the state may have been rejected.
                let allowed = [last ?? initial] + unfinished
                if !allowed.contains(digest) {
                    problem = "the state of \(digest.total) actions was restored, not that of \(allowed.map(\.total))"
                }
                if restored.flags != 0, digest != initial { problem = "an earlier state was restored" }
            } else if !all.contains(digest) {
                problem = "a state of \(digest.total) actions was restored that was never saved"
            }
            (last, unfinished) = (restored.flags == 2 ? nil : digest, [])
        }
        for notice in notices where notice.kind == .saving || notice.kind == .saved {
            let digest = StateDigest(notice)
            all.insert(digest)
            if notice.kind == .saving { unfinished = [digest] } else { (last, unfinished) = (digest, []) }
        }
        failedLaunches = notices.contains { $0.kind == .launched } ? 0 : failedLaunches + 1
        return problem
    }
}
