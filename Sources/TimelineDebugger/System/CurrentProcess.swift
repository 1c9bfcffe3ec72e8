internal import CTimeline
package import TimelineKit
internal import TimelineLibc

package enum CurrentProcess {
    package static var id: Int { Int(getpid()) }
    package static var parentID: Int { Int(getppid()) }

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
    package static func forbidChildren(isLast: Bool = false) { _ = timeline_forbid_children(isLast) }

    /// On the thread that may start processes.
    static func spawning(_ body: @escaping () -> Void) {
        var body = body
        withUnsafeMutablePointer(to: &body) {
            timeline_call_spawning({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, $0)
        }
    }

    /// Where what the caller calls later traps, a number of that place is stored there.
    package static func noteTraps(at word: UnsafeMutablePointer<Int64>) { timeline_note_traps(word) }

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

extension ProcessIdentity {
    /// A copy of the process that code of the program forked must not go on as if it was the process.
    package func endCopy() { if !isCurrent { Signal.Handler.exit(0) } }
}

/// `exit(3)`, whose name a method above hides.
private func systemExit(_ status: Int32) -> Never { exit(status) }
