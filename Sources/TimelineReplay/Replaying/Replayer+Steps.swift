internal import TimelineKit

extension Replayer {
    /// Takes steps up to `target`. After an error, the cursor is at the last step that was taken; after a `generated` error, its state is that of
    /// no step. `mutating`, since a call would copy the replayer otherwise.
    ///
    /// - Parameters:
    ///   - seq: The step whose state an error calls unknown.
    ///   - edit: Called with each step, and what reduces another action in its place. Returns false if the step is to be taken. With it, reducers
    ///     may generate other values than those on file.
    ///   - visit: Called with each position between. Replay stops there if it returns false.
    mutating func take(
        _ cursor: ReplayCursor<P>, upTo target: Int, toward seq: Int,
        editing edit: ((_ seq: Int, _ reduce: (P.Action) throws(ReplayError) -> Void) throws(ReplayError) -> Bool)? =
            nil,
        visiting visit: ((_ seq: Int, _ state: P.State) -> Bool)? = nil
    ) throws(ReplayError) {
        let (program, journal, generators, onReducing) = (program, journal, generators, onReducing)
        let isExploratory = isExploratory || edit != nil
        let start = cursor.seq
        func reduce(_ action: P.Action, _ seq: Int, _ values: RecordedValues?) throws(ReplayError) {
            onReducing?(seq)
            let mismatch = cursor.reduce(program, action, values)
            onReducing?(nil)
            if let mismatch { throw ReplayError(.generated(seq: seq, file: journal.name, mismatch)) }
            cursor.seq = seq
        }
        while cursor.seq < target {
            guard let block = try cursor.lines.block(fromStep: cursor.seq + 1) else {
                throw unavailable(seq, "step \(cursor.seq + 1) is not in the file")
            }
            // In a variable, as access to a member of a generic type is slow.
            var index = cursor.lines.index
            defer { cursor.lines.index = index }
            while cursor.seq < target, index < block.lines.count {
                let line = block.lines[index]
                let next = cursor.seq + 1
                let isNext = line.seq == next && line.isStep
                var values: RecordedValues?
                if isNext, let generators {
                    let hasNone = index + 1 < block.lines.count && block.lines[index + 1].isStep
                    values = RecordedValues(
                        hasNone ? [] : try cursor.lines.generatedValues(ofStep: next, at: index),
                        isExploratory: isExploratory, generators.generator(ofStep: next, at: line.at))
                }
                if let visit, isNext, cursor.seq > start, line.kind != .undecoded {
                    guard visit(cursor.seq, cursor.state) else { return }
                }
                if isNext, let edit,
                    try edit(next, { (action) throws(ReplayError) in try reduce(action, next, values) })
                {
                    cursor.seq = next
                } else {
                    switch line.kind {
                    case .action where isNext: try reduce(block.actions[line.index], next, values)
                    case .set where isNext:
                        cursor.state = block.states[line.index]
                        (cursor.seq, cursor.agreedUpTo, cursor.bytes) = (next, next, line.bytes.count)
                        cursor.setCount += 1
                    case .snapshot: cursor.bytes = line.bytes.count
                    case .undecoded: try requirePassed(line, block, next, toward: seq)
                    case .action, .set, .generated, .other: break
                    }
                }
                index += 1
            }
        }
    }

    /// Throws why a line was not decoded, unless replay needs it no more.
    private func requirePassed(
        _ line: DecodedLine, _ block: DecodedBlock<P>, _ next: Int, toward seq: Int
    ) throws(ReplayError) {
        let place = Place(segment: block.segment, byte: block.block.byte + line.bytes.lowerBound)
        switch try? LineParser.parse(block.bytes(of: line)) {
        case .gap(let gap) where gap.through >= next:
            throw unavailable(seq, "steps \(gap.seq) to \(gap.through) are not in the file: \(gap.why)")
        case .step(let step) where step.seq == next:
            switch step.change {
            case .opaque(let description):
                throw unavailable(seq, "the action of step \(next) was not encoded (\(description))")
            case .action where isReplicaLog:
                throw unavailable(
                    seq,
                    "it is the log of a replica, which lacks the changes that other replicas made between its steps; "
                        + "replay the recording of an instance instead")
            case .action(let text): _ = try decode(text, .action, next, at: place) as P.Action
            case .set(let text, _): _ = try decode(text, .state, next, at: place) as P.State
            }
            throw unavailable(seq, "whether step \(next) can be decoded differs from one time to the next")
        case nil:
            // Opening the journal found no damage.
            try ReplayError.converting(try journal.check())
            throw ReplayError(JournalError.changed(journal.segments[block.segment].name))
        default: break
        }
    }

    private func unavailable(_ seq: Int, _ reason: String) -> ReplayError {
        ReplayError(.unavailable(seq: seq, file: journal.name, reason: reason))
    }
}
