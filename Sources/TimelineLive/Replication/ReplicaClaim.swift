internal import TimelineJournal
internal import TimelineSystem

/// The right of one process to be the replica of an id: a lock on a file, which ends with the process, however it ends.
///
/// Between machines nothing can tell: there each needs a name of its own.
package final class ReplicaClaim: Sendable {
    package let id: String
    private let file: FileDescriptor

    /// nil where another has it.
    init?(_ id: String, in folder: String) throws(ReplicaError) {
        self.id = id
        do throws(FileError) { file = try FileDescriptor("\(folder)/.\(id).lock", for: .locking) } catch {
            throw .file(error)
        }
        do throws(FileError) { guard try file.lock() else { return nil } } catch { throw .file(error) }
    }
}
