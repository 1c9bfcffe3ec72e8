#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The process that this code runs in.
package enum CurrentProcess {
    package static var id: Int { Int(getpid()) }

    package static var parentID: Int { Int(getppid()) }

    /// The identity of this process.
    package static var identity: Identity { Identity() }

    /// The path of the executable that this process runs.
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

    /// Ends the process, after its exit handlers.
    package static func exit(_ status: Int32) -> Never { systemExit(status) }

    /// Ends this process with a signal (`SIGALRM`) after some seconds, unless it ends before.
    ///
    /// - Parameter seconds: From 1; nil to let the process run on.
    package static func end(afterSeconds seconds: Int?) { _ = alarm(seconds.map { UInt32(clamping: max(1, $0)) } ?? 0) }

    #if !os(tvOS)
        /// Replaces the program of this process by another executable (`execv`), with the same environment.
        ///
        /// - Returns: The error; on success, does not return.
        package static func become(_ executable: String, arguments: [String]) -> ChildProcess.StartError {
            var words = ([executable] + arguments).map { strdup($0) }
            words.append(nil)
            execv(executable, words)
            return ChildProcess.StartError(command: executable, code: errno)
        }
    #endif
}

extension CurrentProcess {
    /// Identifies a process, so that code can detect that it runs in a forked child. The check reads one word of memory.
    ///
    /// It does not detect children made by a direct `clone(2)` or by `_Fork`.
    ///
    /// Sendable because the counter is written only in a child that was just forked, which has one thread.
    package struct Identity: @unchecked Sendable {
        private let forks: UnsafePointer<Int>
        private let count: Int

        /// Whether the calling process is the one that this identity was taken in, not a forked child of it.
        package var isCurrent: Bool { forks.pointee == count }

        fileprivate init() {
            forks = Self.counter
            count = Self.counter.pointee
        }

        /// The number of forks between the first process that used this counter and the current one.
        private nonisolated(unsafe) static let counter: UnsafePointer<Int> = {
            let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)
            place.initialize(to: 0)
            shared = place
            #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
                pthread_atfork(nil, nil) { Identity.shared?.pointee += 1 }
            #endif
            return UnsafePointer(place)
        }()

        /// The same memory, for the child to increment.
        private nonisolated(unsafe) static var shared: UnsafeMutablePointer<Int>?
    }
}

/// `exit(3)`, whose name a method above hides.
private func systemExit(_ status: Int32) -> Never { exit(status) }
