import Foundation
import Synchronization
import TimelineJournal

/// Files on a disk that is nearly full at times: what is longer than 256 bytes finds no room.
struct NarrowFiles: FileLayer {
    let isNarrow = Cell(false)
    private let system = SystemFiles()

    func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        let isRefused = isNarrow.load() && bytes.count > 256
        return isRefused ? -Int(ENOSPC) : system.append(bytes, to: descriptor)
    }

    func create(_ path: String) -> Int32 { system.create(path) }
    func reopen(_ path: String) -> Int32 { system.reopen(path) }
    func truncate(_ descriptor: Int32, to length: Int) -> Int32 { system.truncate(descriptor, to: length) }
    func sync(_ descriptor: Int32) -> Int32 { system.sync(descriptor) }
    func syncFolder(of path: String) -> Int32 { system.syncFolder(of: path) }
    func facts(of descriptor: Int32) -> FileFacts? { system.facts(of: descriptor) }
    func sizeLimit() -> Int { system.sizeLimit() }
    func remove(_ path: String) { system.remove(path) }
    func close(_ descriptor: Int32) { system.close(descriptor) }
}
