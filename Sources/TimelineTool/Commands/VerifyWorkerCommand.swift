internal import ArgumentParser
internal import Synchronization
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineSystem

struct VerifyWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: VerificationWorker.command, abstract: "Verify timelines, for verify.", shouldDisplay: false)

    func run() throws {
        TrapReport.isMachineReadable.store(true, ordering: .relaxed)
        let observer = ParentObserver(descriptor: PipedProcess.lifelineDescriptor)
        defer { withExtendedLifetime(observer) {} }
        var lines = try InputLines(descriptor: PipedProcess.inputDescriptor)
        var progress: ReplayProgress?
        while let line = try lines.next() {
            let request = try JSONCoding.decode(VerificationRequest.self, from: line)
            if request.isWatched, progress == nil {
                progress = try ReplayProgress(inherited: VerificationRequest.progressDescriptor)
            }
            let verification = TimelineVerification(request: request, progress: progress) {
                RecordSeparated.write(WorkerMessage.partial($0).bytes)
            }
            RecordSeparated.write(WorkerMessage.answer(verification.answer()).bytes)
        }
    }
}
