internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

extension LogCommand {
    /// Those that `--state`, `--change` and `--touching` select.
    func selectSteps<Source: StateSource>(
        _ source: Source, _ range: ClosedRange<Int>, touching path: StatePath?, among steps: StepSelection
    ) throws -> StepSelection {
        var (found, source) = (steps, source)
        // The last step may have no state.
        let range = range.clamped(to: source.journal.first...source.journal.end)
        let predicate: (any StatePredicate<Source.State>)? =
            try state.map { try ExpressionPredicate($0) } ?? change.map { try ChangeCondition($0) }
        var evidence: BisectAnswer.Evidence?
        var bar = ProgressBar("Replaying")
        defer { bar.finish() }
        do {
            if let predicate {
                if path == nil { source.compare(by: predicate) }
                let verdicts = try source.verdicts(range, predicate) {
                    bar.update($0 - range.lowerBound, of: range.count)
                }
                found.states = verdicts.bad
                found.unknown = verdicts.unknown
                evidence = try source.evidence(afterJudging: range, verdicts)
                found.unseenPaths = predicate.unseenPaths
            }
            if let path {
                var history = PathHistory(source, path, in: range)
                let ranges = try history.changedSteps { bar.update($0, of: range.count) }
                let single = ranges.filter { $0.count == 1 }
                found.changes = StepSelection.PathSteps(
                    steps: RangeSet(single.map { Range($0) }), ambiguous: ranges.count - single.count,
                    header: source.journal.header)
                found.unknown.formUnion(history.unknown)
                evidence = history.evidence
                found.unseenPaths += history.unseenPaths
                source = history.source
            }
        } catch let divergence as BisectDivergence {
            let question = "which steps \(path == nil ? "led to such a state" : "changed the values")"
            throw ToolError(.cannotTell, BisectText.diverged(divergence, question, isFull: false))
        }
        if evidence == .unconfirmed { found.notes = BisectText.evidence(.unconfirmed) }
        found.notes += BisectText.freshness(source.skipped, first: source.journal.first)
        if let unknown = SkippedText.unknownStates(found.unknown) { found.notes.append(unknown) }
        return found
    }
}
