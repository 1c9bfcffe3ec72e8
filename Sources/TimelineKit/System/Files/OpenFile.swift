internal import Synchronization

/// Reference-counted, so that it can be synced without its owner's lock.
package final class OpenFile: Sendable {
    package let path: String
    package let descriptor: Int32
    private let layer: any FileLayer
    /// False once other code has closed the descriptor.
    private let isOurs = Atomic<Bool>(true)
    private let isNameSynced = Atomic<Bool>(false)

    package init(_ descriptor: Int32, path: String, layer: any FileLayer) {
        self.descriptor = descriptor
        self.path = path
        self.layer = layer
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

    /// Other code closed the descriptor, and its number may refer to another file: prevents closing it.
    package func disown() { isOurs.store(false, ordering: .releasing) }

    deinit { if isOurs.load(ordering: .acquiring) { layer.close(descriptor) } }
}
