internal import TimelineKit
internal import TimelineReplay

/// The lines that a timeline gains while a page of it is served.
struct GrowingLines {
    private let file: String
    private var follower: JournalFollower

    /// Its last steps may be on the page already.
    init(of journal: Journal, named file: String, fromStep seq: Int) throws(JournalError) {
        self.file = file
        follower = try journal.follower(fromStep: seq)
    }

    var path: String { follower.file }
    var haveEnded: Bool { follower.hasEnded }

    /// Those that the page needs and does not show yet, some of them if there are many.
    mutating func next(for page: ServedPage) throws -> [Line] {
        let (last, marks, bytes) = page.grow { ($0.end.last, $0.marks, $0.position.state?.bytes.count ?? 0) }
        let limit = max(1, min(1000, (32 << 20) / max(1, bytes)))
        var lines: [Line] = []
        while lines.count < limit, let line = try follower.next() {
            if let missed = follower.missed {
                throw ToolError(
                    .badFile,
                    """
                    rotation removed steps \(missed.lowerBound) to \(missed.upperBound) of \(file) before they were read. To \
                    show what is there now, end this command with control-C, and start it again.
                    """)
            }
            switch line.content {
            case let content where content.outline.isStep && content.outline.through <= last: continue
            case .mark(let mark) where marks.contains(mark): continue
            case .step, .gap, .snapshot, .mark, .site: lines.append(line.content)
            case .header, .generated, .canceled, .took, .end, .unknown: continue
            }
        }
        return lines
    }
}
