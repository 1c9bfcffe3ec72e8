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

    /// Ends the process, after its exit handlers.
    package static func exit(_ status: Int32) -> Never { systemExit(status) }

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

/// `exit(3)`, whose name a method above hides.
private func systemExit(_ status: Int32) -> Never { exit(status) }
