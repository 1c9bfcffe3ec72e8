internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineQuerying

/// `33  1.217  user  episodeTapped {"id":7}`, then a line for each change: `$.comments.unread  0 → -3`.
struct BlameText {
    let path: StatePath
    let at: Int?
    let isJSON: Bool
    let sites: SiteText

    private(set) var known = 0
    private(set) var ambiguous = 0

    init(_ path: StatePath, at: Int?, isJSON: Bool, _ sites: SiteText) {
        (self.sites, self.path, self.at, self.isJSON) = (sites, path, at, isJSON)
    }

    struct Summary {
        let steps: Int
        let states: Int
        let grounds: Grounds
        let divergence: BisectDivergence?

        var isSure: Bool { grounds.unknown.isEmpty }

        init(_ history: PathHistory<some StateSource>, _ divergence: BisectDivergence?) {
            (steps, states, self.divergence) = (history.steps, history.states, divergence)
            grounds = Grounds(
                evidence: history.evidence, unknown: history.unknown, skipped: history.source.skipped,
                first: history.source.journal.first, unseenPaths: history.unseenPaths)
        }
    }

    // MARK: - Changes

    mutating func print(_ change: PathChange) {
        defer { if change.line == nil { ambiguous += 1 } else { known += 1 } }
        if isJSON { return write(json(change), isFirst: known + ambiguous == 0) }
        if case .step(let step)? = change.line?.content {
            StandardOutput.print(StepText.line(step, showsCause: true))
            if let site = sites.text(step) { StandardOutput.print("\(Layout.spaces(29))at \(site)") }
        } else {
            let (before, after) = (change.steps.lowerBound - 1, change.steps.upperBound)
            StandardOutput.print(
                Layout.right("\(after)", to: 7)
                    + "  some step between the states after steps \(before) and \(after), can't tell which")
        }
        let indent = Layout.spaces(29)
        DifferenceText.lines(change.difference, width: StandardOutput.columns - 25)
            .forEach { StandardOutput.print(indent + $0) }
    }

    private func json(_ change: PathChange) -> String {
        let places = change.places.map { place in
            JSON.members(["path": .string("\(place.path)"), "before": place.before, "after": place.after])
        }
        let changes = JSON.array(places).description
        guard let line = change.line else {
            let positions: JSON = .array([.int(change.steps.lowerBound - 1), .int(change.steps.upperBound)])
            return #"{"between":\#(positions),"changes":\#(changes)}"#
        }
        var site = ""
        if case .step(let step) = line.content, let found = sites.json(step) { site = #","site":\#(found)"# }
        return #"{"step":\#(String(decoding: line.bytes, as: UTF8.self))\#(site),"changes":\#(changes)}"#
    }

    private func write(_ change: String, isFirst: Bool) {
        StandardOutput.write(Array(((isFirst ? start : ",") + change).utf8))
    }

    private var start: String { #"{"path":\#(JSON.string("\(path)")),"changes":["# }

    // MARK: - Summary

    func print(_ summary: Summary) {
        guard isJSON else { return lines(summary).forEach { StandardOutput.print($0) } }
        let start = known + ambiguous == 0 ? start : ""
        StandardOutput.print("\(start)],\(json(summary).description.dropFirst())")
    }

    private func json(_ summary: Summary) -> JSON {
        let states = JSON.int(summary.states)
        if let divergence = summary.divergence { return ["states": states, "divergence": divergence.json] }
        return summary.grounds.json(after: ["states": states])
    }

    private func lines(_ summary: Summary) -> [String] {
        if let divergence = summary.divergence {
            let which = known + ambiguous == 0 ? "which steps" : "which earlier steps"
            return [BisectText.diverged(divergence, "\(which) changed \(path)", isFull: false)]
        }
        return [conclusion(summary)] + summary.grounds.lines(at == nil ? "" : " that was looked at")
    }

    private func conclusion(_ summary: Summary) -> String {
        if let at, known + ambiguous > 0 {
            if ambiguous > 0 { return "Can't tell which step up to step \(at) last changed \(path)." }
            return summary.isSure
                ? "No later step up to step \(at) changed \(path)."
                : "Can't tell whether this is the last step up to step \(at) that changed \(path)."
        }
        let steps = "\(known == 0 ? "None" : Layout.grouped(known)) of \(Layout.count(summary.steps, "step"))"
        let isSure = summary.isSure && ambiguous == 0
        let verb = isSure ? "changed" : "\(known < 2 ? "is" : "are") known to have changed"
        return "\(steps) \(verb) \(path)"
            + (ambiguous == 0 ? "." : ", and \(Layout.count(ambiguous, "change")) came from unknown steps.")
    }

    func status(_ summary: Summary) -> ExitStatus {
        if summary.divergence != nil { return .cannotTell }
        let isSure = summary.isSure && ambiguous == 0
        if known == 0 { return isSure ? .negative : .cannotTell }
        return at == nil || isSure ? .done : .cannotTell
    }
}
