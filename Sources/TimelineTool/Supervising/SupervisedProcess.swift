internal import TimelineDebugger
internal import TimelineSystem

enum SupervisedProcess {
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

    /// Open at the start. Only code of the program closes them.
    private nonisolated(unsafe) static var ownDescriptors: [Int32] = []

    /// Set for a command that ends with the process that asked it, however that ends.
    static let askedVariable = "TIMELINE_ASKED"

    static func endWithAsker() {
        guard Environment[askedVariable] != nil else { return }
        Environment.remove(askedVariable)
        FileDescriptor.setInherited(PipedProcess.lifelineDescriptor, false)
        observer = ParentObserver(descriptor: PipedProcess.lifelineDescriptor)
    }

    static var isSupervised: Bool { progress != nil }

    /// False in a process that only links the tool, such as one of tests.
    private(set) nonisolated(unsafe) static var isOfTool = false

    static func begin() {
        _ = process
        isOfTool = true
        guard let parent = Environment[variable].flatMap({ Int($0) }) else { return }
        Environment.remove(variable)
        // Also where the supervisor ended before this process began.
        observer = ParentObserver(descriptor: Number.lifeline)
        guard parent == CurrentProcess.parentID, let memory = try? ReplayProgress(inherited: Number.progress)
        else { return }
        Number.all.forEach { FileDescriptor.setInherited($0, false) }
        progress = memory
        ownDescriptors = [Number.lifeline, 2].filter { FileStatus(descriptor: $0) != nil }
    }

    /// Call this before any code of the program runs.
    static func separateOutput() { StandardStream.separateOutput(printingTo: isSupervised ? Number.printed : 2) }

    /// That executable stays supervised.
    static func prepareToBecome() {
        StandardStream.rejoinOutput()
        guard isSupervised else { return }
        Number.all.forEach { FileDescriptor.setInherited($0, true) }
        Environment.set(variable, to: "\(CurrentProcess.parentID)")
    }

    /// A copy of this process that the reducer forked ends after it returned.
    static func note(_ seq: Int?) {
        progress?.note(seq)
        if seq == nil { process.endCopy() }
    }

    /// Read before any reducer runs, which may fork.
    private static let process = CurrentProcess.identity

    /// False if code of the program closed descriptors of this process.
    static var isIntact: Bool { ownDescriptors.allSatisfy { FileStatus(descriptor: $0) != nil } }

    /// Where code of the program closed descriptors of this process, the status is not an answer.
    static func exit(_ status: Int32) -> Never {
        progress?.status = isIntact ? status : ReplayProgress.closedDescriptors
        CurrentProcess.exit(status)
    }

    static func exitInHandler(_ status: Int32) -> Never {
        progress?.status = status
        Signal.Handler.exit(status)
    }
}
