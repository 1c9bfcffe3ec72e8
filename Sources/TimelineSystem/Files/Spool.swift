/// A file without a name: bytes that are too many for the memory, kept for as long as they are open. Mode 0600.
package struct Spool: ~Copyable {
    private let name: String
    private var file: FileDescriptor
    private var pending: [UInt8] = []
    private static let windowSize = 1 << 16
    /// How many bytes were put in.
    package private(set) var count = 0

    /// - Parameter name: What messages call it.
    package init(named name: String) throws(FileError) {
        let folder = Environment.temporaryFolder
        self.name = name
        file = try FileDescriptor(temporary: "\(folder)/timeline-")
        FileSystem.remove(file.path)
        // What cannot be written lacks room there.
        file.path = folder
    }

    package mutating func append(_ bytes: some Collection<UInt8>) throws(FileError) {
        pending.append(contentsOf: bytes)
        count += bytes.count
        if pending.count >= Self.windowSize { try write() }
    }

    /// All of it, to be read at any place.
    package consuming func finish() throws(FileError) -> FileBytes { FileBytes(try finished()) }

    /// A descriptor that holds all of it.
    consuming func finished() throws(FileError) -> FileDescriptor {
        try write()
        file.path = name
        return file
    }

    private mutating func write() throws(FileError) {
        try SystemFiles().requireRoom(for: pending.count, after: count - pending.count, in: file.path)
        try file.write(pending)
        pending.removeAll(keepingCapacity: true)
    }
}
