internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit
internal import TimelineQuerying
internal import TimelineSystem

package struct TrialServer<P: Program> {
    private let reducer: TrialReducer<P>
    private let predicate: (any StatePredicate<P.State>)?

    package init(_ program: P, text: [UInt8], _ predicate: (any StatePredicate<P.State>)?) throws {
        let progress = try ReplayProgress(inherited: TrialWorker.progressDescriptor)
        let process = CurrentProcess.identity
        reducer = try TrialReducer(program, try TrialRun.all(text: text)[0]) {
            // A copy of this process that a reducer forked must not answer.
            if !process.isCurrent { Signal.Handler.exit(0) }
            progress.note($0)
        }
        self.predicate = predicate
    }

    /// If this takes too long, the process ends.
    package func answer(to request: [UInt8]) {
        let outcome: TrialOutcome
        var number = 0
        if let request = try? JSONCoding.decode(TrialRequest.self, from: request) {
            number = request.number
            CurrentProcess.end(afterSeconds: request.seconds)
            outcome = self.outcome(of: request)
            CurrentProcess.end(afterSeconds: nil)
        } else {
            outcome = .failed("the request cannot be read")
        }
        guard let response = try? JSONCoding.encode(TrialResponse(number: number, outcome: outcome)) else {
            preconditionFailure("a response holds only texts and numbers")
        }
        let line = response.bytes + [UInt8(ascii: "\n")]
        _ = line.withUnsafeBytes { FileDescriptor.write($0, to: PipedProcess.outputDescriptor) }
    }

    private func outcome(of request: TrialRequest) -> TrialOutcome {
        do {
            guard let steps = try? steps(of: request) else { return .undecodable }
            switch request.task {
            case .judge: return try judge(steps)
            case .judgePossible: return try judge(steps, onlyPossible: true)
            case .complete:
                var last = reducer.first
                var named: [[TrialOutcome.NamedValue]] = []
                reducer.replay(steps) { _, state, values in
                    last = state
                    named.append(values.map { .init(name: $0.name, value: $0.value) })
                    return true
                }
                return .completed(named, try JSONCoding.encode(last))
            }
        } catch let error as ContradictionError {
            return .contradiction(error)
        } catch let error as JSONPathError {
            return .failed("the expression is too expensive: \(error.reason)")
        } catch let error as JSONCodingError where request.task == .complete {
            return .failed("a state cannot be encoded: \(error)")
        } catch is JSONCodingError {
            return .judged(.cannotTell, last: -1)
        } catch {
            return .failed("\(error)")
        }
    }

    private func steps(of request: TrialRequest) throws(JSONCodingError) -> [TrialReducer<P>.DecodedStep] {
        var steps: [TrialReducer<P>.DecodedStep] = []
        for index in request.ranges.joined() {
            let step = reducer.steps[index]
            guard let action = request.actions[index] else {
                steps.append(step)
                continue
            }
            steps.append(try TrialReducer<P>.decode(step.step.changed(action.value)))
        }
        return steps
    }

    private func judge(_ steps: [TrialReducer<P>.DecodedStep], onlyPossible: Bool = false) throws -> TrialOutcome {
        // The number of the first position is not known here, and no error names it.
        var verdict = try predicate?.verdict(on: reducer.first) ?? .good
        if verdict == .bad { return .judged(.bad, last: -1) }
        var last = steps.count - 1
        let isPossible = try reducer.replay(steps, onlyPossible: onlyPossible) { index, state, _ in
            guard let predicate else { return true }
            verdict = try predicate.verdict(on: state, after: steps[index].step.step.seq)
            if verdict == .bad { last = index }
            return verdict != .bad
        }
        if !isPossible { return .judged(.good, last: last) }
        return .judged(verdict, last: last, unseen: verdict == .good ? predicate?.unseenPaths ?? [] : [])
    }
}
