internal import Synchronization

/// Reference-counted, so that it can be synced without its owner's lock.
package final class OpenFile: Sendable {
    package let path: String
    private let number: Atomic<Int32>
    private let created: FileStatus
    private let layer: any FileLayer
    private let isNameSynced = Atomic<Bool>(false)

    package init(creating path: String, layer: any FileLayer) throws(FileError) {
        let descriptor = layer.create(path)
        guard descriptor >= 0 else { throw FileError(path, "create", -descriptor) }
        guard let created = layer.status(of: descriptor) else {
            layer.remove(path)
            throw FileError(path, "create", FileError.badDescriptor)
        }
        number = Atomic(descriptor)
        (self.path, self.created, self.layer) = (path, created, layer)
    }

    package var descriptor: Int32 { number.load(ordering: .relaxed) }

    /// Nil once other code has closed the descriptor, whose number may refer to another file.
    package var status: FileStatus? { status(of: descriptor) }

    private func status(of descriptor: Int32) -> FileStatus? {
        layer.status(of: descriptor).flatMap { $0.isSameFile(as: created) ? $0 : nil }
    }

    /// After other code closed the descriptor. Throws if another file has the name.
    package func reopen() throws(FileError) {
        let descriptor = layer.reopen(path)
        guard descriptor >= 0 else { throw FileError(path, "write", -descriptor) }
        guard status(of: descriptor) != nil else {
            layer.close(descriptor)
            throw FileError(path, "write", FileError.badDescriptor)
        }
        number.store(descriptor, ordering: .relaxed)
    }

    /// The first time, also the file's name. May be called on any thread. If it throws, a loss of power may lose earlier writes.
    package func sync() throws(FileError) {
        let result = layer.sync(descriptor)
        guard result >= 0 else { throw FileError(path, "sync", -result) }
        if isNameSynced.load(ordering: .acquiring) { return }
        let named = layer.syncFolder(of: path)
        guard named >= 0 else { throw FileError(path, "sync", -named) }
        isNameSynced.store(true, ordering: .releasing)
    }

    deinit { if status != nil { layer.close(descriptor) } }
}
