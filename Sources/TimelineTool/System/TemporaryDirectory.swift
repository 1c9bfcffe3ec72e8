internal import TimelineKit

/// Of mode 0700. Its entries are accessed through a descriptor, so another folder that takes its path changes nothing.
final class TemporaryDirectory: Sendable {
    let path: String
    private let folder: FileDescriptor

    init(in parent: String, name: String) throws(FileError) {
        let path = try FileSystem.makeFolder(beside: "\(parent)/\(name)")
        do throws(FileError) { folder = try FileDescriptor(path, for: .folderNotLinked) } catch {
            FileSystem.removeEmptyFolder(path)
            throw error
        }
        self.path = path
    }

    func names(limit: Int) -> [String] { (try? FileSystem.names(in: ".", of: folder.rawValue, limit: limit)) ?? [] }

    /// Restricts access to the file to its owner. Nil if it has more than `limit` bytes, or cannot be read.
    func read(_ name: String, limit: Int) -> [UInt8]? {
        guard let file = try? FileDescriptor(name, for: .reading, in: folder.rawValue), file.status?.kind == .file
        else { return nil }
        file.restrictToOwner()
        guard let bytes = try? file.read(at: 0, count: limit + 1), bytes.count <= limit else { return nil }
        return bytes
    }

    /// Removes the files, then the folder at `path` if it is empty.
    func remove() {
        while case let names = names(limit: 100), !names.isEmpty {
            guard names.contains(where: { folder.removeEntry($0) }) else { break }
        }
        FileSystem.removeEmptyFolder(path)
    }
}
