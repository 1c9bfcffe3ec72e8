internal import TimelineSystem

/// The index of the step whose reducer runs in a process of trials, in memory that outlives the process.
///
/// The process stores it without a system call, and the process that started it reads it, whatever ends the former: a trap, an
/// exhausted stack, a kill. Nothing that a reducer prints is in its way.
final class TrialProgress {
    static let descriptor: Int32 = 5
    private static let size = 8

    let file: FileDescriptor
    private let mapping: FileDescriptor.Mapping

    init() throws(FileError) {
        file = try FileDescriptor(temporary: "\(Environment.temporaryFolder)/timeline-")
        FileSystem.remove(file.path)
        // Written, not only truncated to size: a hole on a full disk would end the process at its first store.
        try file.write([UInt8](repeating: 0xFF, count: Self.size))
        mapping = try FileDescriptor.Mapping(file, size: Self.size)
    }

    init(inherited descriptor: Int32) throws(FileError) {
        file = FileDescriptor(inherited: descriptor, named: "the memory of a trial")
        mapping = try FileDescriptor.Mapping(file, size: Self.size)
    }

    var index: Int? {
        get {
            let index = mapping.memory.load(as: Int64.self)
            return index < 0 ? nil : Int(index)
        }
        set { mapping.memory.storeBytes(of: Int64(newValue ?? -1), as: Int64.self) }
    }
}
