package struct Spool: ~Copyable {
    private let name: String
    private var file: FileDescriptor
    private var pending: [UInt8] = []
    private static let windowSize = 1 << 16
    package private(set) var count = 0

    package init(named name: String) throws(FileError) {
        let folder = Environment.temporaryFolder
        self.name = name
        file = try FileDescriptor(temporary: "\(folder)/timeline-")
        FileSystem.remove(file.path)
        // Errors of writing concern the folder.
        file.path = folder
    }

    package mutating func append(_ bytes: some Collection<UInt8>) throws(FileError) {
        pending.append(contentsOf: bytes)
        count += bytes.count
        if pending.count >= Self.windowSize { try write() }
    }

    package consuming func finish() throws(FileError) -> FileBytes { FileBytes(try finished()) }

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
