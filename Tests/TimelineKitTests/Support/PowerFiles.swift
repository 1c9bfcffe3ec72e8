import Foundation
import TimelineJournal

@testable import TimelineKit

/// The system's files, with a record of what was written and synced, from which follows what a disk may hold after the
/// power failed.
///
/// The model: a sector of 512 bytes is written whole or not at all; those that are not synced are written in any order; a
/// file may be as long as it was at any time since it was synced, and where it is longer than what was written, it holds
/// zeros. The name of a file may be missing until its folder was synced.
final class PowerFiles: FileLayer {
    enum Event: Equatable {
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
        var events: [Event] = []
        var names: [Int32: String] = [:]
        var syncingThreads: Set<UInt> = []
        var failsToSync = false
    }

    private let system = SystemFiles()
    private let record = Locked(Record())

    var events: [Event] { record.withLock { $0.events } }

    /// The threads that waited for the disk.
    var syncingThreads: Set<UInt> { record.withLock { $0.syncingThreads } }

    func forgetThreads() { record.withLock { $0.syncingThreads = [] } }

    func failToSync() { record.withLock { $0.failsToSync = true } }

    func acknowledge(_ seq: Int) { record.withLock { $0.events.append(.acknowledged(seq)) } }

    func create(_ path: String) -> Int32 {
        record.withLock { record in
            let descriptor = system.create(path)
            if descriptor >= 0 {
                record.names[descriptor] = path
                record.events.append(.created(path))
            }
            return descriptor
        }
    }

    func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        record.withLock { record in
            let count = system.append(bytes, to: descriptor)
            if count > 0 { record.events.append(.appended(record.names[descriptor]!, Array(bytes.prefix(count)))) }
            return count
        }
    }

    func truncate(_ descriptor: Int32, to length: Int) -> Int32 {
        record.withLock { $0.events.append(.cut($0.names[descriptor]!, length)) }
        return system.truncate(descriptor, to: length)
    }

    func sync(_ descriptor: Int32) -> Int32 {
        record.withLock { record in
            record.syncingThreads.insert(ThreadID.current)
            if record.failsToSync { return -EIO }
            record.events.append(.synced(record.names[descriptor]!))
            return 0
        }
    }

    func syncFolder(of path: String) -> Int32 {
        record.withLock { $0.events.append(.folderSynced) }
        return 0
    }

    func remove(_ path: String) {
        record.withLock { $0.events.append(.removed(path)) }
        system.remove(path)
    }

    func reopen(_ path: String) -> Int32 { system.reopen(path) }
    func facts(of descriptor: Int32) -> FileFacts? { system.facts(of: descriptor) }
    func sizeLimit() -> Int { system.sizeLimit() }
    func close(_ descriptor: Int32) { system.close(descriptor) }
}
