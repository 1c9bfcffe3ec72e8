package import TimelineKit

/// A file that is being made, without a name in its folder.
package struct Spool: ~Copyable {
    private let name: String
    /// Nil when it is finished.
    private var file: FileDescriptor?
    private var pending: [UInt8] = []
    private static let windowSize = 1 << 16
    package private(set) var count = 0

    package init(named name: String) throws(FileError) {
        let folder = Environment.temporaryFolder
        self.name = name
        var file = try FileDescriptor(temporary: "\(folder)/timeline-")
        FileSystem.remove(file.path)
        // Errors of writing concern the folder.
        file.path = folder
        self.file = consume file
    }

    /// Reads a stream to its end, for random access in bounded memory.
    package static func contents(of input: Int32, named name: String) throws(FileError) -> FileBytes {
        var spool = try Spool(named: name)
        while case let bytes = try FileDescriptor.read(input, count: 1 << 16, named: name), !bytes.isEmpty {
            try spool.append(bytes)
        }
        let bytes = try spool.finish()
        // A later reader of standard input, such as a program that this process executes, can read all of it.
        bytes.file.replace(input)
        return bytes
    }

    package mutating func append(_ bytes: [UInt8]) throws(FileError) {
        pending.append(contentsOf: bytes)
        count += bytes.count
        if pending.count >= Self.windowSize { try write() }
    }

    /// Call this once.
    package mutating func finish() throws(FileError) -> FileBytes {
        try write()
        var file = file.take()!
        file.path = name
        return FileBytes(file)
    }

    private mutating func write() throws(FileError) {
        try SystemFiles().requireRoom(for: pending.count, after: count - pending.count, in: Environment.temporaryFolder)
        guard try file?.write(pending) != nil else { preconditionFailure("the file is finished already") }
        pending.removeAll(keepingCapacity: true)
    }
}
