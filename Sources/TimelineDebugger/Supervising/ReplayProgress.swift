package import TimelineKit

/// In memory that outlives the process: stored without a system call, and read by the supervising process whatever ends this one.
package final class ReplayProgress: @unchecked Sendable {
    // Sendable because each word is written by one process, and a word is read whole on all supported processors.
    private static let count = 5

    package let file: FileDescriptor
    private let mapping: FileDescriptor.Mapping
    private let size: Int
    private var words: UnsafeMutablePointer<Int64> { mapping.memory.assumingMemoryBound(to: Int64.self) }
    package var others: UnsafeMutableBufferPointer<Int64> {
        UnsafeMutableBufferPointer(start: words + Self.count, count: size / 8 - Self.count)
    }

    package init(others: Int = 0) throws(FileError) {
        size = 8 * (Self.count + others)
        // A write past the limit on the size of files would end this process.
        try SystemFiles().requireRoom(for: size, after: 0, in: Environment.temporaryFolder)
        file = try FileDescriptor(temporary: "\(Environment.temporaryFolder)/timeline-")
        FileSystem.remove(file.path)
        // Written, not only truncated to size: a hole on a full disk would end the process at its first store.
        try file.write([UInt8](repeating: 0xFF, count: size))
        mapping = try FileDescriptor.Mapping(file, size: size)
    }

    package init(inherited descriptor: Int32) throws(FileError) {
        file = FileDescriptor(inherited: descriptor, named: "the progress of a replay")
        size = FileStatus(descriptor: descriptor)?.size ?? 0
        mapping = try FileDescriptor.Mapping(file, size: size)
    }

    package static let closedDescriptors: Int32 = -2
    /// The reducer of step `seq` trapped.
    package static let trapped: Int32 = -3

    package var status: Int32 {
        get { Int32(truncatingIfNeeded: words[0]) }
        set { words[0] = Int64(newValue) }
    }

    package var seq: Int? { words[1] < 0 ? nil : Int(words[1]) }
    package var isReducing: Bool { words[2] > 0 }
    /// The recording has steps after this one, or the state after it.
    package var isSurvived: Bool { words[2] > 0 && words[2] & 2 != 0 }
    package var isEdited: Bool { words[2] > 0 && words[2] & 4 != 0 }
    package var count: Int64 { words[3] }
    /// Where the reducer trapped, in this executable; nil if that is not known.
    package var place: Int? { words[4] < 0 ? nil : Int(words[4]) }

    /// Call this on the thread that reduces.
    package func noteTraps() { CurrentProcess.noteTraps(at: words + 4) }

    /// Notes a step before its reducer runs, and nil after it returned.
    package func note(_ seq: Int?, isSurvived: Bool = false, isEdited: Bool = false) {
        if let seq { words[1] = Int64(seq) }
        words[2] = seq == nil ? 0 : 1 | (isSurvived ? 2 : 0) | (isEdited ? 4 : 0)
        words[3] &+= 1
    }

    /// Prepares for the next replay. Call this before the process begins with it.
    package func reset() { (words[1], words[2], words[4]) = (-1, 0, -1) }
}
