internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// `33  1.217  user  episodeTapped {"id":7}`, then a line for each change: `$.comments.unread  0 → -3`.
struct BlameText {
    let path: StatePath
    let at: Int?
    let isJSON: Bool
    let sites: SiteText

    private(set) var known = 0
    private(set) var ambiguous = 0

    // MARK: - Changes

    mutating func print(_ change: PathChange) {
        defer { if change.line == nil { ambiguous += 1 } else { known += 1 } }
        if isJSON { return StandardOutput.write(Array(((known + ambiguous == 0 ? start : ",") + json(change)).utf8)) }
        if case .step(let step)? = change.line?.content {
            StandardOutput.print(LogText.text(.step(step), width: StandardOutput.columns, unreturned: nil, sites))
        } else {
            let (before, after) = (change.steps.lowerBound - 1, change.steps.upperBound)
            StandardOutput.print(
                Layout.right("\(after)", to: 7)
                    + "  some step between the states after steps \(before) and \(after), can't tell which")
        }
        DifferenceText.lines(change.difference, indent: 29).forEach { StandardOutput.print($0) }
    }

    private func json(_ change: PathChange) -> String {
        let changes = JSON.array(change.places.map(Self.place.json)).description
        guard let line = change.line else {
            let positions: JSON = .array([.int(change.steps.lowerBound - 1), .int(change.steps.upperBound)])
            return #"{"between":\#(positions),"changes":\#(changes)}"#
        }
        var site = ""
        if case .step(let step) = line.content, let found = sites.json(step) { site = #","site":\#(found)"# }
        return #"{"step":\#(String(decoding: line.bytes, as: UTF8.self))\#(site),"changes":\#(changes)}"#
    }

    static let place: Fields<PathChange.Place> = """
        path\({ "\($0.path)" }): pointer
        before?\({ $0.before }): any // The value before; absent if there was none.
        after?\({ $0.after }): any // The value after; absent if there is none.
        """

    private var start: String { #"{"path":\#(JSON.string("\(path)")),"changes":["# }

    // MARK: - Summary

    static let fields: Fields<(states: Int, divergence: BisectDivergence?, grounds: Grounds?)> = """
        states\({ $0.states }): count // The number of states that were looked at.
        unknown?\({ $0.grounds?.unknown ?? RangeSet() }): spans // Positions whose states are unknown.
        divergence?\({ $0.divergence }), \(of: { $0.grounds }, Grounds.fields)
        """

    /// Prints what the changes rest on, and returns the exit status.
    func finish(_ history: PathHistory<some StateSource>) -> ExitStatus {
        let grounds = Grounds(
            evidence: history.evidence, unknown: history.unknown, skipped: history.source.skipped,
            first: history.source.journal.first, unseenPaths: history.unseenPaths)
        let isSure = history.unknown.isEmpty
        if isJSON {
            let sure = history.divergence == nil ? grounds : nil
            let summary = Self.fields.json((history.states, history.divergence, sure))
            StandardOutput.print("\(known + ambiguous == 0 ? start : "")],\(summary.description.dropFirst())")
        } else if let divergence = history.divergence {
            let which = known + ambiguous == 0 ? "which steps" : "which earlier steps"
            StandardOutput.print(BisectText.diverged(divergence, "\(which) changed \(path)", isFull: false))
        } else {
            let lines = [conclusion(history.steps, isSure)] + grounds.lines(at == nil ? "" : " that was looked at")
            lines.forEach { StandardOutput.print($0) }
        }
        if history.divergence != nil { return .cannotTell }
        if isSure, ambiguous == 0 { return known == 0 ? .negative : .done }
        return known > 0 && at == nil ? .done : .cannotTell
    }

    private func conclusion(_ steps: Int, _ isSure: Bool) -> String {
        if let at, known + ambiguous > 0 {
            if ambiguous > 0 { return "Can't tell which step up to step \(at) last changed \(path)." }
            return isSure
                ? "No later step up to step \(at) changed \(path)."
                : "Can't tell whether this is the last step up to step \(at) that changed \(path)."
        }
        let steps = "\(known == 0 ? "None" : Layout.grouped(known)) of \(Layout.count(steps, "step"))"
        let verb = isSure && ambiguous == 0 ? "changed" : "\(known < 2 ? "is" : "are") known to have changed"
        return "\(steps) \(verb) \(path)"
            + (ambiguous == 0 ? "." : ", and \(Layout.count(ambiguous, "change")) came from unknown steps.")
    }
}
