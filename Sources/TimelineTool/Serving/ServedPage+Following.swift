internal import TimelineKit
internal import TimelineReplay

extension ServedPage {
    /// The lines that a timeline gained, of those that the page needs and does not show yet; some of them if there are many.
    func newLines(of file: String, _ follower: inout JournalFollower) throws -> [Line] {
        let (last, marks, bytes) = grow { ($0.end.last, $0.marks, $0.position.state?.bytes.count ?? 0) }
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
            case .step, .gap, .snapshot, .mark, .site, .took: lines.append(line.content)
            case .header, .generated, .canceled, .end, .unknown: continue
            }
        }
        return lines
    }
}
