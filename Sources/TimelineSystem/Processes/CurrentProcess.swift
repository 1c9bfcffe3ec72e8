#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
    internal import MachO.dyld
#endif
#if os(Linux)
    internal import CTimeline
#endif

package enum CurrentProcess {
    package static var id: Int { Int(getpid()) }

    package static var parentID: Int { Int(getppid()) }

    package static var identity: Identity { Identity() }

    package static var executable: String {
        var path = [CChar](repeating: 0, count: 1 << 14)
        #if canImport(Darwin)
            var size = UInt32(path.count)
            let isKnown = _NSGetExecutablePath(&path, &size) == 0
        #else
            let isKnown = readlink("/proc/self/exe", &path, path.count - 1) > 0
        #endif
        return isKnown ? path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } : CommandLine.arguments[0]
    }

    /// After the exit handlers.
    package static func exit(_ status: Int32) -> Never { systemExit(status) }

    /// Call this before code of the program runs: where that code forks or starts a process, the system ends this process with
    /// `Signal.forbiddenCall`. Only Linux has such a rule.
    ///
    /// - Parameter isLast: A `ChildProcess` does not start either.
    package static func forbidChildren(isLast: Bool = false) {
        #if os(Linux)
            _ = timeline_forbid_children(isLast)
        #endif
    }

    /// On the thread that may start processes.
    static func spawning(_ body: @escaping () -> Void) {
        #if os(Linux)
            var body = body
            withUnsafeMutablePointer(to: &body) {
                timeline_call_spawning({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, $0)
            }
        #else
            body()
        #endif
    }

    /// Where what the caller calls later traps, a number of that place is stored there.
    package static func noteTraps(at word: UnsafeMutablePointer<Int64>) {
        #if os(Linux)
            timeline_note_traps(word)
        #endif
    }

    /// With the same environment (`execv`). Returns only on failure.
    package static func become(_ executable: String, arguments: [String]) -> ChildProcess.StartError {
        #if os(tvOS) || os(watchOS)
            return ChildProcess.StartError(command: executable, code: ENOTSUP)
        #else
            var words = ([executable] + arguments).map { strdup($0) }
            words.append(nil)
            execv(executable, words)
            return ChildProcess.StartError(command: executable, code: errno)
        #endif
    }
}

extension CurrentProcess {
    /// Detects that code runs in a forked child, by one read of memory; not after a direct `clone(2)` or `_Fork`. Sendable because the
    /// counter is written only in a child that was just forked, which has one thread.
    package struct Identity: @unchecked Sendable {
        private let forks: UnsafePointer<Int>
        private let count: Int

        package var isCurrent: Bool { forks.pointee == count }

        /// A copy of the process that code of the program forked must not go on as if it was the process.
        package func endCopy() { if !isCurrent { Signal.Handler.exit(0) } }

        fileprivate init() {
            forks = Self.counter
            count = Self.counter.pointee
        }

        /// Forks between the first process that used this counter and the current one.
        private nonisolated(unsafe) static let counter: UnsafePointer<Int> = {
            let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)
            place.initialize(to: 0)
            shared = place
            #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
                pthread_atfork(nil, nil) { Identity.shared?.pointee += 1 }
            #endif
            return UnsafePointer(place)
        }()

        /// For the child to increment.
        private nonisolated(unsafe) static var shared: UnsafeMutablePointer<Int>?
    }
}

/// `exit(3)`, whose name a method above hides.
private func systemExit(_ status: Int32) -> Never { exit(status) }
