package import TimelineKit

/// Unlike another `DerivedTimeline`, it has the values that its reducers generate, and its last state, which confirms them.
///
///     {"timeline":1,…,"derived":{"session":"0c8b…","by":"minimize","skipped":[[2,5],[7,31]],"edited":[…]},…}
package struct MinimizedTimeline {
    package let bytes: [UInt8]

    /// - Parameter rule: Of an explored run, which is made from several recordings, so its header names no edits of one.
    package init(_ run: TrialRun, _ steps: [TrialStep], last: JSONText?, signal: String? = nil, rule: String? = nil) {
        let start = Snapshot(seq: 0, at: run.first.at, state: run.first.state)
        var bytes = LineWriter.header(Self.header(run, steps, isCrash: last == nil, signal, rule))
        bytes += LineWriter.line(.snapshot(start))
        var numbers: [Int: Int] = [:]
        var at = start.at
        for (index, step) in steps.enumerated() {
            let (old, seq) = (step.step, index + 1)
            numbers[old.seq] = seq
            at = rule == nil ? old.at : run.time(ofStep: seq)
            let moved = step.moved(to: seq, at: at, cause: old.cause.flatMap { numbers[$0] })
            bytes += LineWriter.step(
                moved.step, adding: seq == old.seq || rule != nil ? [] : [.init(key: "recorded", value: .int(old.seq))])
            for value in moved.values { bytes += LineWriter.line(.generated(value)) }
        }
        if let last {
            if !steps.isEmpty { bytes += LineWriter.line(.snapshot(Snapshot(seq: steps.count, at: at, state: last))) }
            let actions = steps.count { if case .action = $0.step.change { true } else { false } }
            let snapshots = steps.isEmpty ? 1 : 2
            bytes += LineWriter.line(.end(End(seq: steps.count, at: at, actions: actions, snapshots: snapshots)))
        }
        self.bytes = bytes
    }

    private static func header(
        _ run: TrialRun, _ steps: [TrialStep], isCrash: Bool, _ signal: String?, _ rule: String?
    ) -> Header {
        var edits = TimelineEdits()
        let kept = Dictionary(uniqueKeysWithValues: steps.map { ($0.step.seq, $0.step.change) })
        for step in run.steps.map(\.step) {
            switch (kept[step.seq], step.change) {
            case (nil, _): edits.skipped.insert(contentsOf: step.seq..<step.seq + 1)
            case (.action(let text)?, .action(let recorded)) where text != recorded: edits.replaced[step.seq] = text
            default: break
            }
        }
        let derivation = JSONObject(
            [
                .init(key: "session", value: .string(run.header.session)),
                .init(key: "by", value: .string(rule == nil ? Header.minimizer : Header.explorer)),
            ] + (rule.map { [.init(key: "rule", value: .string($0))] } ?? edits.members))
        let header = run.header.deriving(session: DerivedTimeline.session(derivation), version: run.version, derivation)
        let note = BundleNote(states: steps.count, lastSeq: steps.count, lastReduced: false, signal: signal)
        return isCrash ? header.adding(note) : header
    }
}

extension Header {
    fileprivate static let minimizer = "minimize"
    fileprivate static let explorer = "explore"

    package var isMinimized: Bool { [Self.minimizer, Self.explorer].contains(derivation?["by"]?.string) }
}
