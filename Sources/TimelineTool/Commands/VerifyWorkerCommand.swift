internal import ArgumentParser
internal import Synchronization
internal import TimelineJSON
internal import TimelineSystem

/// Verifies the timelines that `verify` names, one by one. Not in the help.
struct VerifyWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: VerificationWorker.command, abstract: "Verify timelines, for verify.", shouldDisplay: false)

    func run() throws {
        TrapReport.isMachineReadable.store(true, ordering: .relaxed)
        var lines = try InputLines(descriptor: PipedProcess.inputDescriptor)
        let limit = ProgressLimit()
        while let line = try lines.next() {
            let request = try JSONCoding.decode(VerificationRequest.self, from: line)
            let verification = TimelineVerification(request: request, limit: limit) {
                RecordSeparated.write(WorkerMessage.divergence($0).bytes)
            }
            RecordSeparated.write(WorkerMessage.answer(verification.answer()).bytes)
        }
    }
}
