package protocol ByteSource: Sendable {
    /// Fewer bytes only at the end.
    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]

    func size() throws(FileError) -> Int
}

extension [UInt8]: ByteSource {
    package func read(at offset: Int, count: Int) -> [UInt8] {
        offset < self.count ? Array(self[offset..<Swift.min(self.count, offset + count)]) : []
    }

    package func size() -> Int { count }
}

package final class FileBytes: ByteSource {
    let file: FileDescriptor

    package init(opening path: String) throws(FileError) {
        let file = try FileDescriptor(path, for: .readingLinked)
        let kind = file.status?.kind
        guard kind == .file else {
            throw FileError(
                path, "read", kind == .folder ? FileError.isAFolder : FileError.PackageCode.notSeekable.rawValue)
        }
        self.file = file
    }

    /// Spools a stream to an unnamed file, for random access in bounded memory.
    package convenience init(spooling input: Int32, named name: String) throws(FileError) {
        var spool = try Spool(named: name)
        while true {
            let bytes = try FileDescriptor.read(input, count: 1 << 16, named: name)
            if bytes.isEmpty { break }
            try spool.append(bytes)
        }
        self.init(try spool.finished())
        // A later reader of standard input, such as a program that this process executes, can read all of it.
        file.replace(input)
    }

    init(_ file: consuming FileDescriptor) { self.file = file }

    package func replace(_ descriptor: Int32) { file.replace(descriptor) }

    /// At offset 0, for a process that this one becomes; nil if there are too many descriptors.
    package func inheritableDescriptor() -> Int32? { file.inheritableDescriptor() }

    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try file.read(at: offset, count: count)
    }

    package func size() throws(FileError) -> Int {
        guard let status = file.status else { throw FileError(file.path, "read", FileError.badDescriptor) }
        return status.size
    }
}
