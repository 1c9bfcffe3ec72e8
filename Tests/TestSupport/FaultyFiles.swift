import Foundation
import Synchronization
import TimelineJournal
package import TimelineSystem

/// The system's files, but from one call of `append` on a fault stands in the way of some calls.
package final class FaultyFiles: FileLayer {
    package enum Fault: String, CaseIterable {
        /// Half a line is taken, and then nothing.
        case short
        case noSpace
        case tooLarge
        case inputOutput
        /// A signal comes in, again and again, and at last no more.
        case interrupted
        /// Signals do not cease for longer than anyone can wait.
        case interruptedForEver
        /// Another part of the app closes the descriptor.
        case closed
        /// Half a line is taken, and cannot be taken back at first.
        case unclearable

        package var code: Int32 {
            switch self {
            case .short, .noSpace, .unclearable: ENOSPC
            case .tooLarge: EFBIG
            case .inputOutput: EIO
            case .interrupted, .interruptedForEver: EINTR
            case .closed: EBADF
            }
        }

        /// Whether a line is lost to it.
        package var isHarmful: Bool { self != .interrupted }
    }

    private struct Script {
        package var calls = 0
        package var failed = 0
        package var isOver = false
        package var isUnclearable = false
        package var closed: Set<Int32> = []
        package var foreignCloses = 0
    }

    private let system = SystemFiles()
    private let fault: Fault
    private let first: Int
    private let count: Int
    private let script = Mutex(Script())

    /// - Parameters:
    ///   - first: The call of `append` that fails first, from 1.
    ///   - count: How many calls fail in a row.
    package init(_ fault: Fault, at first: Int, count: Int) {
        self.fault = fault
        self.first = first
        self.count =
            switch fault {
            case .interrupted: 50
            case .interruptedForEver: 101 * count
            default: count
            }
    }

    deinit { for descriptor in script.withLock({ $0.closed }) { system.close(descriptor) } }

    /// How many calls of `append` there were.
    package var calls: Int { script.withLock { $0.calls } }

    /// How many descriptors were closed that somebody else might have by then.
    package var foreignCloses: Int { script.withLock { $0.foreignCloses } }

    package func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        script.withLock { script in
            script.calls += 1
            if script.closed.contains(descriptor) { return -Int(EBADF) }
            guard script.calls >= first, script.failed < count else { return system.append(bytes, to: descriptor) }
            script.failed += 1
            switch fault {
            case .closed:
                script.failed = count
                script.closed.insert(descriptor)
            case .short where script.failed == 1, .unclearable where script.failed == 1:
                // The next call fails, so that half a line stands there.
                script.isUnclearable = fault == .unclearable
                return system.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)), to: descriptor)
            default: break
            }
            return -Int(fault.code)
        }
    }

    package func truncate(_ descriptor: Int32, to length: Int) -> Int32 {
        let isRefused = script.withLock { script in
            defer { script.isUnclearable = false }
            return script.isUnclearable
        }
        return isRefused ? -EIO : system.truncate(descriptor, to: length)
    }

    package func status(of descriptor: Int32) -> FileStatus? {
        script.withLock { $0.closed.contains(descriptor) } ? nil : system.status(of: descriptor)
    }

    package func close(_ descriptor: Int32) {
        let isForeign = script.withLock { script in
            if script.closed.contains(descriptor) { script.foreignCloses += 1 }
            return script.closed.contains(descriptor)
        }
        if !isForeign { system.close(descriptor) }
    }

    package func create(_ path: String) -> Int32 { system.create(path) }
    package func reopen(_ path: String) -> Int32 { system.reopen(path) }
    package func sync(_ descriptor: Int32) -> Int32 { system.sync(descriptor) }
    package func syncFolder(of path: String) -> Int32 { system.syncFolder(of: path) }
    package func sizeLimit() -> Int { system.sizeLimit() }
    package func remove(_ path: String) { system.remove(path) }
}
