#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import Synchronization

/// A child of the current process.
///
/// In the child, no signal is blocked, and SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 have their default
/// actions, whatever the current process has set.
package struct ChildProcess {
    /// How a process ended.
    package enum Ending: Equatable, Sendable {
        case exited(Int)
        case signaled(Int32)
    }

    /// A command cannot be started, or its end cannot be awaited.
    package struct StartError: Error, Equatable, CustomStringConvertible {
        package let command: String
        /// The value of `errno`.
        package let code: Int32

        package var description: String { "cannot run \(command): \(String(cString: strerror(code)))" }
    }

    /// The process ID.
    package let id: Int32
    private let input: [UInt8]?
    private var inputDescriptor: Int32 = -1

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - arguments: The command, looked up on the `PATH`, and its arguments.
    ///   - environment: Variables to add to the environment of this process.
    ///   - input: The bytes for the command's standard input; nil to inherit it.
    ///   - outputFile: A file to create or truncate, which receives the standard output; nil to inherit it.
    ///   - sendsOutputToError: Whether the command's standard output goes to the standard error of this process. Takes precedence
    ///     over `outputFile`.
    /// - Throws: `StartError`.
    package init(
        _ arguments: [String], environment added: [String: String] = [:], input: [UInt8]? = nil,
        outputFile: String? = nil, sendsOutputToError: Bool = false
    ) throws(StartError) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var ends: [Int32] = [-1, -1]
        if input != nil {
            guard InputPipe.open(&ends) else { throw StartError(command: arguments[0], code: errno) }
            posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        }
        if let outputFile {
            posix_spawn_file_actions_addopen(&actions, 1, outputFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        if sendsOutputToError { posix_spawn_file_actions_adddup2(&actions, 2, 1) }
        defer { if ends[0] >= 0 { close(ends[0]) } }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // A process inherits the signal mask of the creating thread, and the threads of a pool block signals.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var variables: [UnsafeMutablePointer<CChar>?] = []
        #if canImport(Darwin)
            let inherited = _NSGetEnviron().pointee!
        #else
            let inherited = environ
        #endif
        var index = 0
        while let variable = inherited[index] {
            let name = String(cString: variable).prefix { $0 != "=" }
            if added[String(name)] == nil { variables.append(strdup(variable)) }
            index += 1
        }
        for (name, value) in added { variables.append(strdup("\(name)=\(value)")) }
        var words = arguments.map { strdup($0) }
        defer { (variables + words).forEach { free($0) } }
        variables.append(nil)
        words.append(nil)
        var id: pid_t = 0
        let code = InputPipe.starting.withLock { _ in
            posix_spawnp(&id, arguments[0], &actions, &attributes, words, variables)
        }
        guard code == 0 else {
            if ends[1] >= 0 { close(ends[1]) }
            throw StartError(command: arguments[0], code: code)
        }
        self.id = id
        self.input = input
        inputDescriptor = ends[1]
    }

    /// Writes the standard input until all is written or the process stops reading, then waits for the process to exit.
    package func wait() throws(StartError) -> Ending { try waitMeasuring().ending }

    /// Does the same, and returns the peak memory in bytes and the user plus system CPU time, both with the children that the
    /// process waited for.
    package func waitMeasuring() throws(StartError) -> (ending: Ending, peakBytes: Int, cpuSeconds: Double) {
        if let input {
            InputPipe.write(input, to: inputDescriptor)
            close(inputDescriptor)
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(id, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw StartError(command: "the process \(id)", code: errno) }
        }
        #if canImport(Darwin)
            let peakBytes = Int(usage.ru_maxrss)
        #else
            let peakBytes = Int(usage.ru_maxrss) * 1024
        #endif
        let signal = status & 0x7F
        let cpuSeconds =
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(
                usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
            / 1_000_000
        return (signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .signaled(signal), peakBytes, cpuSeconds)
    }
}

/// The pipe to the standard input of a process.
private enum InputPipe {
    /// Held while a pipe is opened and while a process is started. A process started between `pipe` and `fcntl` would inherit
    /// the writing end, and the reader would never see the end of file. (Not every C library has `pipe2` in Swift.)
    static let starting = Mutex(())

    /// Opens the reading and the writing end, which are not inherited. Returns false, with `errno`, on failure.
    static func open(_ ends: inout [Int32]) -> Bool {
        starting.withLock { _ in
            guard pipe(&ends) == 0 else { return false }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            #if canImport(Darwin)
                _ = fcntl(ends[1], F_SETNOSIGPIPE, 1)
            #endif
            return true
        }
    }

    /// Writes `bytes`, as far as the process reads them, without raising SIGPIPE in this process.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        #if canImport(Darwin)
            _ = bytes.withUnsafeBytes { FileDescriptor.write($0, to: descriptor) }
        #else
            var broken = sigset_t()
            sigemptyset(&broken)
            sigaddset(&broken, SIGPIPE)
            var before = sigset_t()
            var pending = sigset_t()
            pthread_sigmask(SIG_BLOCK, &broken, &before)
            sigpending(&pending)
            let wasPending = sigismember(&pending, SIGPIPE) == 1
            _ = bytes.withUnsafeBytes { FileDescriptor.write($0, to: descriptor) }
            // Consumes the signal of a failed write before the old mask is restored.
            var noWait = timespec()
            if !wasPending { while sigtimedwait(&broken, nil, &noWait) < 0, errno == EINTR {} }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        #endif
    }
}
