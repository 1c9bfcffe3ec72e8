internal import ArgumentParser
internal import Dispatch
internal import TimelineDebugger
internal import TimelineSystem

/// A reducer may print, call `exit(0)`, kill the process or never return: the status counts only if the command itself chose it.
enum Supervisor {
    private static let defaultLimit = 60

    /// With `recording`, the command reduces actions from standard input, and notes their lines as its progress.
    static func run(_ recording: AppRecording? = nil) {
        let backtraces = recording == nil ? nil : BacktraceFolder()
        var environment = [SupervisedProcess.variable: "\(CurrentProcess.id)"]
        environment["SWIFT_BACKTRACE"] = backtraces?.settings.value
        let output = recording?.output.map { ["--output", $0] } ?? []
        let limit = Environment["TIMELINE_TIMEOUT"].flatMap { Int($0) } ?? defaultLimit
        guard let progress = try? ReplayProgress(), let lifeline = try? FileDescriptor.pipe(named: "lifeline"),
            let printed = try? FileDescriptor.pipe(named: "the program"),
            let child = try? ChildProcess(
                [CurrentProcess.executable] + CommandLine.arguments.dropFirst() + output, environment: environment,
                descriptors: [
                    SupervisedProcess.Number.lifeline: lifeline.reading.rawValue,
                    SupervisedProcess.Number.printed: printed.writing.rawValue,
                    SupervisedProcess.Number.progress: progress.file.rawValue,
                ], keepsSignals: true)
        else { return }
        Signal.Relay.start(to: child.id)
        let writingEnd = lifeline.takeWriting()
        let relay = PrintedLines(printed.takeReading())
        let watch = ProgressWatch(progress, child, seconds: limit, onlyReducers: true)
        let ending = try? child.wait()
        _ = consume writingEnd
        Signal.Relay.stop()
        relay.waitForEnd()
        let timeout = watch.stop() ? limit : nil
        let line = progress.isReducing ? progress.seq : nil
        let status =
            timeout == nil ? ending.flatMap { recording?.report($0, of: Int(child.id), line: line, backtraces) } : nil
        backtraces?.remove()
        if let status { CurrentProcess.exit(status) }
        end(ending, progress, timeout: timeout)
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
            if let timeout {
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

private final class PrintedLines: Sendable {
    private static let limit = 1 << 16

    private let end = DispatchSemaphore(value: 0)

    init(_ descriptor: consuming FileDescriptor) {
        let end = end
        let number = descriptor.rawValue
        let owner = Owner(descriptor)
        DispatchQueue(label: "timeline.printed-lines").async {
            defer { withExtendedLifetime(owner) {} }
            var lines = LineBuffer()
            while let bytes = try? FileDescriptor.read(number, count: 1 << 16, named: "the program"), !bytes.isEmpty {
                lines.append(bytes)
                while let line = lines.takeLine() { Self.write(line) }
                if lines.count > Self.limit { Self.write(lines.takeRest()) }
            }
            if lines.count > 0 { Self.write(lines.takeRest()) }
            end.signal()
        }
    }

    private final class Owner: Sendable {
        let descriptor: FileDescriptor
        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    private static func write(_ line: [UInt8]) {
        StandardError.write(Layout.visible(String(decoding: line, as: UTF8.self)))
    }

    /// Waits until all was written, but not for other processes that the program started and that keep the pipe open.
    func waitForEnd() { _ = end.wait(timeout: .now() + 1) }
}
