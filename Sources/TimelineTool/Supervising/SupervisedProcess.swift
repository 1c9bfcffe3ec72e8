internal import TimelineSystem

/// The process that runs the command and calls the program, where a `Supervisor` watches it.
enum SupervisedProcess {
    /// Set in its environment, to the ID of the supervising process.
    static let variable = "TIMELINE_SUPERVISED"

    enum Number {
        static let lifeline: Int32 = 10
        static let printed: Int32 = 11
        static let progress: Int32 = 12
        static let all = [lifeline, printed, progress]
    }

    // Written once, before any command runs, by the one thread there is.
    private nonisolated(unsafe) static var progress: ReplayProgress?
    private nonisolated(unsafe) static var observer: ParentObserver?

    /// Descriptors that were open when this supervised process began, and that only code of the program closes.
    private nonisolated(unsafe) static var ownDescriptors: [Int32] = []

    static var isSupervised: Bool { progress != nil }

    /// Takes over the descriptors that the supervising process gave, if there is one.
    static func begin() {
        guard let parent = Environment[variable].flatMap({ Int($0) }) else { return }
        Environment.remove(variable)
        guard parent == CurrentProcess.parentID, let memory = try? ReplayProgress(inherited: Number.progress) else {
            return
        }
        Number.all.forEach { FileDescriptor.setInherited($0, false) }
        progress = memory
        ownDescriptors = [Number.lifeline, 2].filter { FileStatus(descriptor: $0) != nil }
        observer = ParentObserver(descriptor: Number.lifeline)
    }

    /// Separates what the program prints from standard output. Call this before any code of the program runs.
    static func separateOutput() {
        StandardStream.separateOutput(printingTo: isSupervised ? Number.printed : 2)
    }

    /// Prepares for another executable that this process becomes, which stays supervised.
    static func prepareToBecome() {
        StandardStream.rejoinOutput()
        guard isSupervised else { return }
        Number.all.forEach { FileDescriptor.setInherited($0, true) }
        Environment.set(variable, to: "\(CurrentProcess.parentID)")
    }

    /// Notes a step before it is reduced, and nil after its reducer returned. A copy of this process that the reducer forked ends then.
    static func note(_ seq: Int?) {
        progress?.note(seq)
        if seq == nil, !process.isCurrent { Signal.Handler.exit(0) }
    }

    private static let process = CurrentProcess.identity

    /// Ends the process, with the exit status of the command. Where code of the program closed descriptors of this process, the
    /// status is not an answer: files could not be read, or the answer could not be written.
    static func exit(_ status: Int32) -> Never {
        let isIntact = ownDescriptors.allSatisfy { FileStatus(descriptor: $0) != nil }
        progress?.status = isIntact ? status : ReplayProgress.closedDescriptors
        CurrentProcess.exit(status)
    }

    /// The same in a signal handler.
    static func exitInHandler(_ status: Int32) -> Never {
        progress?.status = status
        Signal.Handler.exit(status)
    }
}
