import Foundation
package import TimelineKit

/// A file layer that forwards to another one every call that it does not implement.
package protocol FileLayerWrapper: FileLayer {
    associatedtype Base: FileLayer

    var base: Base { get }
}

extension FileLayerWrapper {
    package func create(_ path: String) -> Int32 { base.create(path) }
    package func reopen(_ path: String) -> Int32 { base.reopen(path) }
    package func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        base.append(bytes, to: descriptor)
    }
    package func truncate(_ descriptor: Int32, to length: Int) -> Int32 { base.truncate(descriptor, to: length) }
    package func sync(_ descriptor: Int32) -> Int32 { base.sync(descriptor) }
    package func syncFolder(of path: String) -> Int32 { base.syncFolder(of: path) }
    package func status(of descriptor: Int32) -> FileStatus? { base.status(of: descriptor) }
    package func sizeLimit() -> Int { base.sizeLimit() }
    package func remove(_ path: String) { base.remove(path) }
    package func close(_ descriptor: Int32) { base.close(descriptor) }
}

/// A disk that can be nearly full: then writes of more than 256 bytes fail.
package struct NarrowFiles: FileLayerWrapper {
    package let isNarrow = Cell(false)
    package let base = SystemFiles()

    package init() {}

    package func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        let isRefused = isNarrow.load() && bytes.count > 256
        return isRefused ? -Int(ENOSPC) : base.append(bytes, to: descriptor)
    }
}
