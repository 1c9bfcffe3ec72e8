internal import TimelineJSON
package import TimelineKit
internal import TimelineSystem

package struct TrialServer<P: Program> {
    private let reducer: TrialReducer<P>
    private let predicate: (any StatePredicate<P.State>)?
    private var learned: LearnedConditions?

    package init(_ program: P, text: [UInt8], _ predicate: (any StatePredicate<P.State>)?) throws {
        let progress = try ReplayProgress(inherited: TrialWorker.progressDescriptor)
        progress.noteTraps()
        reducer = try TrialReducer(program, try TrialRun.all(text: text)[0]) { progress.note($0) }
        self.predicate = predicate
    }

    /// If this takes too long, the process ends.
    package mutating func answer(to request: [UInt8]) {
        guard let request = try? JSONCoding.decode(TrialRequest.self, from: request) else {
            return Self.send(TrialOutcome.failed("the request cannot be read"))
        }
        learned = request.learned ?? learned
        CurrentProcess.end(afterSeconds: request.seconds)
        let answer = outcome(of: request)
        CurrentProcess.end(afterSeconds: nil)
        Self.send(answer)
    }

    /// To the process that started this one.
    static func send(_ message: some Encodable) {
        guard let text = try? JSONCoding.encode(message) else {
            preconditionFailure("a message holds only texts and numbers")
        }
        let line = text.bytes + [UInt8(ascii: "\n")]
        _ = line.withUnsafeBytes { FileDescriptor.write($0, to: PipedProcess.outputDescriptor) }
    }

    private func outcome(of request: TrialRequest) -> TrialOutcome {
        do {
            guard let steps = try? steps(of: request) else { return .undecodable }
            switch request.task {
            case .judge:
                let limits = request.conditions.map { RunLimits(learned: learned, conditions: $0) }
                return try reducer.judge(steps, predicate, within: limits)
            case .label: return try reducer.label(steps, learned)
            case .complete: return try reducer.complete(steps)
            }
        } catch let error as ContradictionError {
            return .contradiction(error)
        } catch is SharedStateError {
            return .sharedState
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

    private func steps(of request: TrialRequest) throws -> [TrialReducer<P>.DecodedStep] {
        try request.ranges.joined().map { index in
            let step = reducer.steps[index]
            return try request.actions[index].map { try TrialReducer<P>.decode(step.step.changed($0.value)) } ?? step
        }
    }
}
