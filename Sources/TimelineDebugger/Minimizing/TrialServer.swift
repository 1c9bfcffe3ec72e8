internal import TimelineJSON
package import TimelineKit
internal import TimelineSystem

package struct TrialServer<P: Program> {
    private let trials: LocalTrials<P>
    private let steps: [TrialStep]

    package init(_ program: P, text: [UInt8], _ predicate: (any StatePredicate<P.State>)?) throws {
        let progress = try ReplayProgress(inherited: TrialWorker.progressDescriptor)
        progress.noteTraps()
        let run = try TrialRun.all(text: text)[0]
        trials = try LocalTrials(program, run, predicate) { progress.note($0) }
        steps = run.steps
    }

    /// If this takes too long, the process ends.
    package func answer(to request: [UInt8]) {
        guard let request = try? JSONCoding.decode(TrialRequest.self, from: request) else {
            return Self.send(TrialOutcome.failed("the request cannot be read"))
        }
        trials.learned = request.learned ?? trials.learned
        CurrentProcess.end(afterSeconds: request.seconds)
        let steps = request.ranges.joined().map { (index) -> TrialStep in
            request.actions[index].map { self.steps[index].changed($0.value) } ?? self.steps[index]
        }
        let answer = trials.own(request.task, steps, request.conditions)
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
}
