import Foundation
package import TimelineKit

/// A file layer that records writes and syncs, from which `Disk` derives the possible contents after a loss of power.
///
/// The model: a sector of 512 bytes is written atomically; unsynced sectors are written in any order; a file may have any
/// length that it had since the last sync, and unwritten parts hold zeros. The name of a file may be missing until its
/// folder is synced.
package final class PowerFiles: FileLayerWrapper {
    package init() {}

    package enum Event: Equatable {
        case created(String)
        case appended(String, [UInt8])
        case cut(String, Int)
        case synced(String)
        case folderSynced
        case removed(String)
        /// An action was acknowledged to the app.
        case acknowledged(Int)
    }

    private struct Record {
        package var events: [Event] = []
        package var names: [Int32: String] = [:]
        package var syncingThreads: Set<UInt> = []
        package var failsToSync = false
    }

    package let base = SystemFiles()
    private let record = Locked(Record())

    package var events: [Event] { record.withLock { $0.events } }

    /// The threads that waited for the disk.
    package var syncingThreads: Set<UInt> { record.withLock { $0.syncingThreads } }

    package func forgetThreads() { record.withLock { $0.syncingThreads = [] } }
    package func failToSync() { record.withLock { $0.failsToSync = true } }
    package func acknowledge(_ seq: Int) { record.withLock { $0.events.append(.acknowledged(seq)) } }

    package func create(_ path: String) -> Int32 {
        record.withLock { record in
            let descriptor = base.create(path)
            if descriptor >= 0 {
                record.names[descriptor] = path
                record.events.append(.created(path))
            }
            return descriptor
        }
    }

    package func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        record.withLock { record in
            let count = base.append(bytes, to: descriptor)
            if count > 0 { record.events.append(.appended(record.names[descriptor]!, Array(bytes.prefix(count)))) }
            return count
        }
    }

    package func truncate(_ descriptor: Int32, to length: Int) -> Int32 {
        record.withLock { $0.events.append(.cut($0.names[descriptor]!, length)) }
        return base.truncate(descriptor, to: length)
    }

    package func sync(_ descriptor: Int32) -> Int32 {
        record.withLock { record in
            record.syncingThreads.insert(ThreadID.current)
            if record.failsToSync { return -EIO }
            record.events.append(.synced(record.names[descriptor]!))
            return 0
        }
    }

    package func syncFolder(of path: String) -> Int32 {
        record.withLock { $0.events.append(.folderSynced) }
        return 0
    }

    package func remove(_ path: String) {
        record.withLock { $0.events.append(.removed(path)) }
        base.remove(path)
    }
}
