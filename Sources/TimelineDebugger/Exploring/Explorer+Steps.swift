internal import TimelineKit
internal import TimelineReplay

/// Which steps come in a run, and which circumstances of theirs no recording has.
extension Explorer {
    private static var pendingLimit: Int { 256 }

    /// The step that comes in place of a planned one, which may be another result of its type; nil if it is left out.
    func begin(_ planned: PlannedStep, _ plan: RunPlan, _ run: inout Run) -> PlannedStep? {
        var planned = planned
        var isPossible = planned.change?.isRecorded != false
        var conditions: [RunCondition] = []
        var index: Int?
        if corpus.causes[planned.step] != nil {
            index = next(planned.step, run.pending)
            if let index {
                let pending = run.pending[index]
                let (cause, type) = (corpus.causeType(of: pending.step), corpus.stepTypes[pending.step])
                guard corpus.follows(type, pending.last, of: cause) else { return nil }
                planned = PlannedStep(pending.step)
                planned.cause = pending.cause
                if let ending = pending.ending {
                    conditions = [.late(result: type, cause: cause, after: ending)]
                    if learned?.causes[cause]?.cancels.contains(ending) == true { isPossible = false }
                }
                if let learned, let facts = run.facts, learned.actions[type]?.relations.isEmpty == false {
                    conditions += unseen(type, corpus.steps[pending.step].text, learned, facts, run)
                }
            } else {
                let earlier = run.done.last { $0.step == planned.step }
                guard planned.isRepeatedResult, let earlier else { return nil }
                planned.cause = earlier.cause
                isPossible = false
            }
        } else if let learned, let facts = run.facts,
            learned.limits(corpus.steps[planned.step].from, isChecked: corpus.isChecked)
        {
            let text = planned.change?.text ?? corpus.steps[planned.step].text
            conditions = unseen(corpus.stepTypes[planned.step], text, learned, facts, run)
        }
        conditions.removeAll(where: run.conditions.contains)
        if !conditions.isEmpty, run.conditions.count + conditions.count > plan.allowance { return nil }
        if !corpus.program.isPossible(action(of: planned), in: run.state) {
            if plan.skipsImpossible { return nil }
            isPossible = false
        }
        let rank = run.isSynthetic || !isPossible ? ExploreKey.synthetic : run.conditions.count + conditions.count
        if run.number >= corpus.recordings.count, isTrap(planned, run, rank) { return nil }
        if let index {
            let taken = run.pending.remove(at: index)
            for other in run.pending.indices where run.pending[other].cause == taken.cause {
                run.pending[other].last = corpus.stepTypes[taken.step]
            }
        }
        run.conditions += conditions
        if !isPossible { run.isSynthetic = true }
        return planned
    }

    private func unseen(
        _ type: Int, _ action: JSONText, _ learned: LearnedConditions, _ facts: ValueFacts, _ run: Run
    ) -> [RunCondition] {
        learned.unseen(type, reader.facts(of: action), in: facts) { hash, relation in
            if relation.kind == .asked { return true }  // Those states are gone; `RunJudge` sees them.
            return tree.contains(run.done, run.start) { step in
                corpus.stepTypes[step.step] == relation.offset
                    && reader.facts(of: step.change?.text ?? corpus.steps[step.step].text)[relation.path]?.hash == hash
            }
        }
    }

    /// A run that lacks circumstances of a known trap may not trap.
    private func isTrap(_ planned: PlannedStep, _ run: Run, _ rank: Int) -> Bool {
        traps.contains {
            $0.types.last == corpus.stepTypes[planned.step] && ($0.rank <= rank || run.facts == nil)
                && tree.contains($0.types.dropLast(), run.done[...], run.start)
        }
    }

    /// The result that may come in place of a recorded one: of each type, the results of one step keep their order.
    private func next(_ step: Int, _ pending: [PendingResult]) -> Int? {
        let type = corpus.stepTypes[step]
        let exact = pending.lastIndex { $0.step == step }.map { pending[$0].cause }
        return pending.firstIndex { corpus.stepTypes[$0.step] == type && (exact == nil || $0.cause == exact) }
    }

    /// What the step causes, and which work it ends. `after` is nil where the state is not looked at.
    func end(_ planned: PlannedStep, _ run: inout Run, _ after: ValueFacts?) {
        let before = run.facts
        if before != nil { run.facts = after }
        let type = corpus.stepTypes[planned.step]
        if let learned {
            for index in run.pending.indices where run.pending[index].ending == nil {
                let cause = corpus.causeType(of: run.pending[index].step)
                if learned.causes[cause]?.endings.contains(type) == true { run.pending[index].ending = type }
            }
        }
        guard corpus.causeTypes.contains(type) else { return }
        // What is asked otherwise than recorded has the answers to another one that asked the same.
        var source = planned.change == nil && !corpus.results[planned.step].isEmpty ? planned.step : nil
        if let learned, let before, let after {
            // Whether the results that a step had in its recording go with these states.
            let fitting = { (cause: Int) in
                self.needs(of: cause, learned).allSatisfy {
                    $0.relation.holds($0.values, in: $0.relation.kind == .after ? after : before)
                }
            }
            if !learned.hasResults(type, before: before, after: after) { return }
            if source.map(fitting) != true {
                let text = planned.change?.text ?? corpus.steps[planned.step].text
                source = corpus.causes(like: text).first(where: fitting)
            }
        }
        guard let source else { return }
        let seq = tree[run.start].depth + run.done.count
        run.pending += corpus.results[source].map { PendingResult(step: $0, cause: seq) }
        if run.pending.count > Self.pendingLimit { run.pending.removeFirst(run.pending.count - Self.pendingLimit) }
    }

    private func needs(of cause: Int, _ learned: LearnedConditions) -> [Need] {
        if let known = needs[cause] { return known }
        var all: [Need] = []
        var came: Set<Int> = []
        for result in corpus.results[cause] {
            let type = corpus.stepTypes[result]
            let isFirst = came.insert(type).inserted
            let relations = learned.relations(of: type, isFirst: isFirst, corpus.stepTypes[cause])
            if relations.isEmpty { continue }
            let values = reader.facts(of: corpus.steps[result].text)
            all += relations.filter { $0.kind != .action }.map { Need(relation: $0, values: values) }
        }
        needs[cause] = all
        return all
    }

    func reduce(_ planned: PlannedStep, _ state: inout P.State, _ done: [PlannedStep], _ start: Int) {
        let entry = tree[start]
        let recording = corpus.recordings[entry.recording]
        let seq = entry.depth + done.count + 1
        // An identifier that was generated before must not be generated again.
        let values =
            !corpus.hasValues[planned.step] || tree.contains(done, start) { $0.step == planned.step }
            ? [] : corpus.steps[planned.step].values
        noted?.progress.note(seq - 1)
        _ = recording.reducer.reduce(&state, action(of: planned), seq: seq, at: recording.run.time(ofStep: seq), values)
        process.endCopy()
    }

    func action(of planned: PlannedStep) -> P.Action {
        planned.change?.action as? P.Action ?? corpus.steps[planned.step].action
    }
}
