#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A new folder of mode 0700 for files that another process writes. Stays the same folder if another takes its path.
package final class OpenFolder: Sendable {
    package let path: String
    private let descriptor: Int32

    package init(in parent: String, prefix: String) throws(FileError) {
        path = try FileSystem.makeTemporaryFolder(in: parent, prefix: prefix)
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            rmdir(path)
            throw FileError(path, "open", code)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The names of the first `limit` entries, in the order of the file system.
    package func names(limit: Int) -> [String] {
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0 else { return [] }
        guard let stream = fdopendir(own) else {
            close(own)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The bytes of a regular file, which only its owner can read from now on; nil if it has more than `limit` bytes, or
    /// cannot be read.
    package func read(_ name: String, limit: Int) -> [UInt8]? {
        guard let file = try? RegularFile(name, in: descriptor) else { return nil }
        file.restrictToOwner()
        guard let bytes = try? file.read(atMost: limit + 1), bytes.count <= limit else { return nil }
        return bytes
    }

    /// Removes the files in the folder, and the folder.
    package func remove() {
        while case let names = names(limit: 100), !names.isEmpty {
            guard names.contains(where: { unlinkat(descriptor, $0, 0) == 0 }) else { break }
        }
        rmdir(path)
    }
}
