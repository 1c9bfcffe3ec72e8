internal import Synchronization
internal import TimelineKit

/// A temporary folder of this process, made when it is first used. Thread-safe.
final class ProcessFolder: Sendable {
    private let folder = Mutex<TemporaryDirectory?>(nil)

    func path() throws(FileError) -> String {
        try folder.withLock { folder throws(FileError) in
            let parent = FileSystem.absolute(Environment.temporaryFolder)
            let used = if let folder { folder } else { try TemporaryDirectory(in: parent, name: "timeline") }
            folder = used
            return used.path
        }
    }

    func remove() { folder.withLock { $0.take() }?.remove() }
}
