internal import ArgumentParser
internal import TimelineDebugger

/// A reducer may print, call `exit(0)`, kill the process or never return: the status counts only if the command itself chose it.
enum Supervisor {
    /// With `recording`, the command reduces actions from standard input, and notes their lines as its progress.
    static func run(_ recording: RecordCommand? = nil) {
        let backtraces = recording == nil ? nil : BacktraceFolder()
        let limit = SupervisedProcess.limit
        var environment = [ProgramProcess.variable: "\(CurrentProcess.id)", Invocation.variable: Invocation.name]
        environment["SWIFT_BACKTRACE"] = backtraces?.settings.value
        let arguments = [CurrentProcess.executable] + CommandLine.arguments.dropFirst()
        let printed = PrintedLines()
        let process = try? ProgramProcess(
            arguments + (recording?.output.map { ["--output", $0] } ?? []),
            environment: environment, isAsked: false, seconds: limit
        ) { printed.show(Layout.visible(String(decoding: $0, as: UTF8.self))) }
        guard let process else { return }
        Signal.Relay.start(to: process.child.id)
        let end = try? process.end()
        printed.finish()
        Signal.Relay.stop()
        let (progress, ending, timeout) = (process.progress, end?.ending, end?.isLate == true ? limit : nil)
        let line = progress.isReducing ? progress.seq : nil
        let status =
            timeout == nil
            ? ending.flatMap { recording?.report($0, of: Int(process.child.id), line: line, backtraces) } : nil
        backtraces?.remove()
        if let status { CurrentProcess.exit(status) }
        self.end(ending, progress, timeout: timeout)
    }

    private static func end(_ ending: ChildProcess.Ending?, _ progress: ReplayProgress, timeout: Int?) -> Never {
        switch ending {
        case .exited(let status) where progress.status == Int32(status): CurrentProcess.exit(Int32(status))
        case .signaled(let number) where Signal.Relay.hasArrived(Signal(rawValue: number)):
            Signal(rawValue: number).endProcess()
        default: break
        }
        let isRecording = CommandLine.arguments.dropFirst().first == RecordCommand.configuration.commandName
        let step = (isRecording ? "the action of line " : "step ") + "\(progress.seq ?? 0)"
        let place =
            switch (progress.seq, progress.isReducing) {
            case (_?, true): "in the reducer of \(step)"
            case (_?, false): "after \(step)"
            case (nil, _): "before any step was reduced"
            }
        let what =
            if let trap = TrapReport.TrapError(progress) {
                "\(trap)"
            } else if let timeout {
                "can't tell: the reducer of \(step) did not return within "
                    + "\(Layout.count(timeout, "second")). TIMELINE_TIMEOUT sets another limit, in seconds; 0 is none."
            } else if ending == .signaled(Signal.forbiddenCall.rawValue), progress.isReducing {
                "can't tell: the reducer of \(step) started a process, so there is no answer."
            } else if progress.status == ReplayProgress.closedDescriptors {
                "can't tell: the program closed descriptors of this process, in the reducer of "
                    + "\(step) or before, so there is no answer."
            } else {
                "can't tell: the process that runs the program \(ending?.text ?? "ended") \(place), so there is no answer."
            }
        StandardError.write("Error: \(what)")
        CurrentProcess.exit(ExitStatus.cannotTell.rawValue)
    }
}
