internal import TimelineKit

enum LogText {
    static func text(
        _ line: Line, width: Int?, unreturned: Int?, _ sites: SiteText? = nil, level: Int = 0, showsCause: Bool = true
    ) -> String {
        switch line {
        case .step(let step):
            StepText.line(step, width: width, level: level, showsCause: showsCause)
                + (sites?.text(step).map { "\n\(Layout.spaces(29 + 2 * level))at \($0)" } ?? "")
                + (step.seq == unreturned ? "\n\(Layout.spaces(29))\(Style.bad("its reducer never returned"))" : "")
        case .generated(let value): StepText.line(value.seq, value.at, "generated \(value.name) \(value.value.value)")
        case .mark(let mark): StepText.line(mark.seq, mark.at, "mark %\(mark.name)")
        case .canceled(let canceled):
            StepText.line(canceled.seq, canceled.at, "canceled the work of step \(canceled.step)")
        case .took(let took): StepText.line(took.seq, took.at, "took \(Layout.seconds(took.time.seconds)) s")
        case .gap(let gap): StepText.line(gap.seq, gap.at, "steps \(gap.seq) to \(gap.through) are missing: \(gap.why)")
        default: ""
        }
    }

    /// The number of the step that a listed line belongs to; nil if `log` does not list it.
    static func step(of line: Line) -> Int? {
        switch line {
        case .step, .generated, .mark, .canceled, .took, .gap: line.outline.seq
        default: nil
        }
    }
}
