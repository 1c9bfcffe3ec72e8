internal import TimelineKit

struct PageGrowth {
    var lines: [Line] = []
    var states: [Int: JSONText] = [:]
    /// The first steps of rows whose states are not patches of the states before.
    var breaks: Set<Int> = []

    mutating func addRecordedStates() {
        for line in lines {
            switch line {
            case .snapshot(let snapshot): states[snapshot.seq] = JSONText(snapshot.state.value)
            case .step(let step): if case .set(let state, _) = step.change { states[step.seq] = JSONText(state.value) }
            default: break
            }
        }
    }

    func append(to page: inout PageData) {
        for line in lines {
            page.sites.add(line)
            if line.outline.isStep, breaks.contains(line.outline.seq) { page.forgetState() }
            switch line {
            case .step(let step): page.append(step, states[step.seq])
            case .gap(let gap): page.append(gap, states[gap.through])
            case .mark(let mark): page.marks.append(mark)
            case .snapshot(let snapshot): page.appendSnapshot(of: snapshot.seq)
            default: break
            }
        }
    }
}
