package import TimelineKit
package import TimelineReplay

/// The lines of code that dispatched the steps of a timeline. The line of a site comes between the step that names it and the snapshot
/// before that, so no more than that is read.
package struct SiteTable: Sendable {
    /// By number, since the last snapshot: mostly one each.
    private var sites: [Int: [Site]] = [:]
    /// Of the steps that were read since the last snapshot.
    private var first: Int?
    private var last = 0
    private var lines: JournalReader?

    package init() {}

    /// Takes the lines of a timeline in their order.
    package mutating func add(_ line: Line) {
        switch line {
        case .site(let site):
            let known = sites[site.number]?.last
            if known?.file != site.file || known?.line != site.line { sites[site.number, default: []].append(site) }
        case .step(let step):
            if first == nil { first = step.seq }
            last = step.seq
        case .snapshot: (sites, first) = ([:], nil)
        default: break
        }
    }

    /// The site of a step whose line was added.
    package subscript(step: Step) -> Site? { step.site.flatMap { sites[$0]?.last { $0.seq < step.seq } } }

    /// Reads on to the line of the step if it is near, and elsewhere from the snapshot before it.
    package mutating func site(of step: Step, in journal: Journal) throws(JournalError) -> Site? {
        if step.site == nil { return nil }
        if step.seq < first ?? .max || step.seq > last + StepLines.seekingDistance {
            lines = try journal.lines(fromSnapshotBeforeStep: step.seq)
            (sites, first, last) = ([:], nil, 0)
        }
        while last < step.seq, let line = try lines?.next() { add(line.content) }
        return self[step]
    }
}
