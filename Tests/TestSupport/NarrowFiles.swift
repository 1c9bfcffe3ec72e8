import Foundation
import Synchronization
import TimelineJournal
package import TimelineSystem

/// Files on a disk that is nearly full at times: what is longer than 256 bytes finds no room.
package struct NarrowFiles: FileLayer {
    package let isNarrow = Cell(false)
    private let system = SystemFiles()

    package init() {}

    package func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        let isRefused = isNarrow.load() && bytes.count > 256
        return isRefused ? -Int(ENOSPC) : system.append(bytes, to: descriptor)
    }

    package func create(_ path: String) -> Int32 { system.create(path) }
    package func reopen(_ path: String) -> Int32 { system.reopen(path) }
    package func truncate(_ descriptor: Int32, to length: Int) -> Int32 { system.truncate(descriptor, to: length) }
    package func sync(_ descriptor: Int32) -> Int32 { system.sync(descriptor) }
    package func syncFolder(of path: String) -> Int32 { system.syncFolder(of: path) }
    package func status(of descriptor: Int32) -> FileStatus? { system.status(of: descriptor) }
    package func sizeLimit() -> Int { system.sizeLimit() }
    package func remove(_ path: String) { system.remove(path) }
    package func close(_ descriptor: Int32) { system.close(descriptor) }
}
