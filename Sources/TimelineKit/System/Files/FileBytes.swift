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
    package let file: FileDescriptor

    package init(opening path: String) throws(FileError) {
        let file = try FileDescriptor(path, for: .readingLinked)
        let kind = file.status?.kind
        guard kind == .file else {
            throw FileError(
                path, "read", kind == .folder ? FileError.isAFolder : FileError.PackageCode.notSeekable.rawValue)
        }
        self.file = file
    }

    package init(_ file: consuming FileDescriptor) { self.file = file }

    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try file.read(at: offset, count: count)
    }

    package func size() throws(FileError) -> Int {
        guard let status = file.status else { throw FileError(file.path, "read", FileError.badDescriptor) }
        return status.size
    }
}
