import Foundation
import Synchronization
package import TimelineKit

/// A file layer in which a number of calls fail, beginning with a given call of `append`.
package final class FaultyFiles: FileLayerWrapper {
    package enum Fault: String, CaseIterable {
        /// Half a line is written, then nothing.
        case short
        case noSpace
        case tooLarge
        case inputOutput
        /// Signals interrupt many calls, then stop.
        case interrupted
        /// Signals interrupt more calls than a writer retries.
        case interruptedForEver
        /// Other code closes the descriptor.
        case closed
        /// Half a line is written, and the first attempt to truncate it fails.
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

        /// Whether a line is lost.
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

    package let base = SystemFiles()
    private let fault: Fault
    private let first, count: Int
    private let script = Mutex(Script())

    /// - Parameters:
    ///   - first: The first call of `append` to fail, from 1.
    ///   - count: The number of consecutive failures.
    package init(_ fault: Fault, at first: Int, count: Int) {
        (self.fault, self.first) = (fault, first)
        self.count =
            switch fault {
            case .interrupted: 50
            case .interruptedForEver: 101 * count
            default: count
            }
    }

    deinit { for descriptor in script.withLock({ $0.closed }) { base.close(descriptor) } }

    package var calls: Int { script.withLock { $0.calls } }

    /// The number of times a descriptor was closed that other code had closed.
    package var foreignCloses: Int { script.withLock { $0.foreignCloses } }

    package func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        script.withLock { script in
            script.calls += 1
            if script.closed.contains(descriptor) { return -Int(EBADF) }
            guard script.calls >= first, script.failed < count else { return base.append(bytes, to: descriptor) }
            script.failed += 1
            switch fault {
            case .closed:
                script.failed = count
                script.closed.insert(descriptor)
            case .short where script.failed == 1, .unclearable where script.failed == 1:
                // The next call fails, so that half a line stays.
                script.isUnclearable = fault == .unclearable
                return base.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)), to: descriptor)
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
        return isRefused ? -EIO : base.truncate(descriptor, to: length)
    }

    package func status(of descriptor: Int32) -> FileStatus? {
        script.withLock { $0.closed.contains(descriptor) } ? nil : base.status(of: descriptor)
    }

    package func close(_ descriptor: Int32) {
        let isForeign = script.withLock { script in
            if script.closed.contains(descriptor) { script.foreignCloses += 1 }
            return script.closed.contains(descriptor)
        }
        if !isForeign { base.close(descriptor) }
    }
}
