internal import Synchronization

/// A reference-counted file descriptor, so that it can be synced without its owner's lock.
package final class OpenFile: Sendable {
    /// The path of the file, as it was given.
    package let path: String
    package let descriptor: Int32
    private let layer: any FileLayer
    /// Whether the descriptor still refers to the opened file.
    private let isOurs = Atomic<Bool>(true)
    /// Whether the folder was synced, and with it the file's name.
    private let isNameSynced = Atomic<Bool>(false)

    package init(_ descriptor: Int32, path: String, layer: any FileLayer) {
        self.descriptor = descriptor
        self.path = path
        self.layer = layer
    }

    /// Waits until the contents are on the disk; the first time, also the file's name. May be called on any thread.
    ///
    /// - Throws: `FileError`. Then a loss of power may lose earlier writes.
    package func sync() throws(FileError) {
        let result = layer.sync(descriptor)
        guard result >= 0 else { throw FileError(path, "sync", -result) }
        if isNameSynced.load(ordering: .acquiring) { return }
        let named = layer.syncFolder(of: path)
        guard named >= 0 else { throw FileError(path, "sync", -named) }
        isNameSynced.store(true, ordering: .releasing)
    }

    /// Prevents closing, since other code closed the descriptor and its number may refer to another file.
    package func disown() { isOurs.store(false, ordering: .releasing) }

    deinit { if isOurs.load(ordering: .acquiring) { layer.close(descriptor) } }
}
