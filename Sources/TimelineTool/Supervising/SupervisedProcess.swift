internal import Dispatch
internal import TimelineDebugger
internal import TimelineKit

enum SupervisedProcess {
    /// In seconds, for a reducer to return.
    static var limit: Int { Environment["TIMELINE_TIMEOUT"].flatMap { Int($0) } ?? 60 }

    // Written once, before any command runs, by the one thread there is.
    private(set) nonisolated(unsafe) static var progress: ReplayProgress?
    private nonisolated(unsafe) static var parentObserver: (any DispatchSourceRead)?

    /// Open at the start. Only code of the program closes them.
    private nonisolated(unsafe) static var ownDescriptors: [Int32] = []

    static var isSupervised: Bool { progress != nil }

    /// False in a process that only links the tool, such as one of tests.
    private(set) nonisolated(unsafe) static var isOfTool = false

    static func begin() {
        _ = process
        isOfTool = true
        guard let parent = Environment[ProgramProcess.variable].flatMap({ Int($0) }) else { return }
        Environment.remove(ProgramProcess.variable)
        observeParent()
        ProgramProcess.Descriptor.all.forEach { FileDescriptor.setInherited($0, false) }
        guard [0, CurrentProcess.parentID].contains(parent),
            let memory = try? ReplayProgress(inherited: ProgramProcess.Descriptor.progress)
        else { return }
        progress = memory
        ownDescriptors = [ProgramProcess.Descriptor.lifeline, 2].filter { FileStatus(descriptor: $0) != nil }
    }

    /// Ends this process when the process that started it ends or closes its pipe, also while a reducer does not return, and where that
    /// was before this process began.
    private static func observeParent() {
        let lifeline = ProgramProcess.Descriptor.lifeline
        // A person may have started this process.
        if FileStatus(descriptor: lifeline) == nil { return }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: lifeline, queue: DispatchQueue(label: "timeline.parent"))
        // Nothing is sent, so this is the end of the input.
        source.setEventHandler { Signal.Handler.exit(ExitStatus.unavailable.rawValue) }
        source.activate()
        parentObserver = source
    }

    /// Call this before any code of the program runs.
    static func separateOutput() {
        StandardStream.separateOutput(printingTo: isSupervised ? ProgramProcess.Descriptor.printed : 2)
    }

    /// That executable stays supervised.
    static func prepareToBecome() {
        StandardStream.rejoinOutput()
        guard isSupervised else { return }
        ProgramProcess.Descriptor.all.forEach { FileDescriptor.setInherited($0, true) }
        Environment.set(ProgramProcess.variable, to: "\(CurrentProcess.parentID)")
    }

    /// A copy of this process that the reducer forked ends after it returned.
    static func note(_ seq: Int?, isSurvived: Bool = false, isEdited: Bool = false) {
        progress?.note(seq, isSurvived: isSurvived, isEdited: isEdited)
        if seq == nil { process.endCopy() }
    }

    /// Read before any reducer runs, which may fork.
    private static let process = ProcessIdentity()

    /// False if code of the program closed descriptors of this process.
    static var isIntact: Bool { ownDescriptors.allSatisfy { FileStatus(descriptor: $0) != nil } }

    /// Where code of the program closed descriptors of this process, the status is not an answer.
    static func exit(_ status: Int32) -> Never {
        progress?.status = isIntact ? status : ReplayProgress.closedDescriptors
        CurrentProcess.exit(status)
    }

    /// To the process that asked this one. Nothing is an answer where code of the program closed descriptors.
    static func answer(_ answer: some Encodable) throws {
        guard isIntact else { exit(ExitStatus.cannotTell.rawValue) }
        let line = try JSONCoding.encode(answer).bytes + [UInt8(ascii: "\n")]
        let code = line.withUnsafeBytes { FileDescriptor.write($0, to: ProgramProcess.Descriptor.answers) }
        // Nobody reads it.
        if code != 0 { exit(ExitStatus.unavailable.rawValue) }
    }

    /// In the handler of a signal: tells the process that watches this one that the reducer trapped. Returns if there is none.
    static func endTrapped() {
        guard let progress else { return }
        progress.status = ReplayProgress.trapped
        Signal.Handler.exit(ExitStatus.cannotTell.rawValue)
    }
}
