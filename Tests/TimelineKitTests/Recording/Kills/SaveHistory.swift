import BulkCore

/// The saved states, and those that a launch may begin with.
struct SaveHistory {
    private let initial: StateMark
    /// The last state that was saved, and those that may have been.
    private var last: StateMark?
    private var underWay: [StateMark] = []
    private var all: Set<StateMark>
    /// The number of consecutive launches that may count as failed.
    private var failedLaunches = 0

    init(initial: StateMark) {
        self.initial = initial
        all = [initial]
    }

    /// The problem of the restored state; nil if there is none.
    mutating func take(_ notices: [Notice]) -> String? {
        var problem: String?
        if let restored = notices.first(where: { $0.kind == .restored }) {
            let mark = StateMark(restored)
            if failedLaunches < 2 {
                // After two failed launches, the state may have been rejected.
                let allowed = [last ?? initial] + underWay
                if !allowed.contains(mark) {
                    problem = "the state of \(mark.total) actions was restored, not that of \(allowed.map(\.total))"
                }
                if restored.flags != 0, mark != initial { problem = "an earlier state was restored" }
            } else if !all.contains(mark) {
                problem = "a state of \(mark.total) actions was restored that was never saved"
            }
            (last, underWay) = (restored.flags == 2 ? nil : mark, [])
        }
        for notice in notices where notice.kind == .saving || notice.kind == .saved {
            let mark = StateMark(notice)
            all.insert(mark)
            if notice.kind == .saving { underWay = [mark] } else { (last, underWay) = (mark, []) }
        }
        failedLaunches = notices.contains { $0.kind == .launched } ? 0 : failedLaunches + 1
        return problem
    }
}
