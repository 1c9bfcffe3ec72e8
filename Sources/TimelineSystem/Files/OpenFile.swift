internal import Synchronization

/// A descriptor that is closed when nobody holds it any longer, so that it can be synced outside its owner's lock.
package final class OpenFile: Sendable {
    /// The file, as it was named.
    package let path: String
    package let descriptor: Int32
    private let layer: any FileLayer
    /// Whether the number still stands for what was opened.
    private let isOurs = Atomic<Bool>(true)
    /// Whether the file's name in its folder is known to be on the disk.
    private let isNameSynced = Atomic<Bool>(false)

    package init(_ descriptor: Int32, path: String, layer: any FileLayer) {
        self.descriptor = descriptor
        self.path = path
        self.layer = layer
    }

    /// Waits until what was written so far, and at first the name of the file, is on the disk. From any thread.
    ///
    /// - Throws: `FileError` where that cannot be known; what was written before may be lost with the power then.
    package func sync() throws(FileError) {
        let result = layer.sync(descriptor)
        guard result >= 0 else { throw FileError(path, "sync", -result) }
        if isNameSynced.load(ordering: .acquiring) { return }
        let named = layer.syncFolder(of: path)
        guard named >= 0 else { throw FileError(path, "sync", -named) }
        isNameSynced.store(true, ordering: .releasing)
    }

    /// Somebody closed the descriptor: the number may be another file's by now, and is left alone.
    package func disown() { isOurs.store(false, ordering: .releasing) }

    deinit { if isOurs.load(ordering: .acquiring) { layer.close(descriptor) } }
}
