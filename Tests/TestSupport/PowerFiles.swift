import Foundation
import TimelineJournal

import TimelineKit
package import TimelineSystem

/// The system's files, with a record of what was written and synced, from which follows what a disk may hold after the
/// power failed.
///
/// The model: a sector of 512 bytes is written whole or not at all; those that are not synced are written in any order; a
/// file may be as long as it was at any time since it was synced, and where it is longer than what was written, it holds
/// zeros. The name of a file may be missing until its folder was synced.
package final class PowerFiles: FileLayer {
    package init() {}

    package enum Event: Equatable {
        case created(String)
        case appended(String, [UInt8])
        case cut(String, Int)
        case synced(String)
        case folderSynced
        case removed(String)
        /// The app was told that an action is recorded.
        case acknowledged(Int)
    }

    private struct Record {
        package var events: [Event] = []
        package var names: [Int32: String] = [:]
        package var syncingThreads: Set<UInt> = []
        package var failsToSync = false
    }

    private let system = SystemFiles()
    private let record = Locked(Record())

    package var events: [Event] { record.withLock { $0.events } }

    /// The threads that waited for the disk.
    package var syncingThreads: Set<UInt> { record.withLock { $0.syncingThreads } }

    package func forgetThreads() { record.withLock { $0.syncingThreads = [] } }

    package func failToSync() { record.withLock { $0.failsToSync = true } }

    package func acknowledge(_ seq: Int) { record.withLock { $0.events.append(.acknowledged(seq)) } }

    package func create(_ path: String) -> Int32 {
        record.withLock { record in
            let descriptor = system.create(path)
            if descriptor >= 0 {
                record.names[descriptor] = path
                record.events.append(.created(path))
            }
            return descriptor
        }
    }

    package func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        record.withLock { record in
            let count = system.append(bytes, to: descriptor)
            if count > 0 { record.events.append(.appended(record.names[descriptor]!, Array(bytes.prefix(count)))) }
            return count
        }
    }

    package func truncate(_ descriptor: Int32, to length: Int) -> Int32 {
        record.withLock { $0.events.append(.cut($0.names[descriptor]!, length)) }
        return system.truncate(descriptor, to: length)
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
        system.remove(path)
    }

    package func reopen(_ path: String) -> Int32 { system.reopen(path) }
    package func status(of descriptor: Int32) -> FileStatus? { system.status(of: descriptor) }
    package func sizeLimit() -> Int { system.sizeLimit() }
    package func close(_ descriptor: Int32) { system.close(descriptor) }
}
