package import TimelineKit
internal import TimelineLibc

/// In the child, no signal is blocked, and SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1 and SIGUSR2 have their default
/// actions unless `keepsSignals`.
package struct ChildProcess {
    package enum Ending: Equatable, Sendable {
        case exited(Int)
        case signaled(Int32)

        /// After a subject: `exited with status 3`.
        package var text: String {
            switch self {
            case .exited(let status): "exited with status \(status)"
            case .signaled(Signal.forbiddenCall.rawValue): "was ended because it started a process"
            case .signaled(let signal): "was ended by \(Signal(rawValue: signal).name)"
            }
        }
    }

    package struct StartError: Error, Equatable, CustomStringConvertible {
        package let command: String
        package let code: Int32

        package var description: String { "cannot run \(command): \(String(cString: strerror(code)))" }
    }

    package let id: Int32

    /// Locked from the creation of a pipe until the child has its end: another child that inherits an end would keep it open.
    package static let starting = Locked<Void>(())

    /// The command is looked up on the `PATH`; each of `descriptors` is a duplicate. `input` goes to an unnamed file; nil inherits it.
    /// `group` is the process group that the child joins; 0 is a new one. Throws on tvOS and watchOS, where an app starts no process.
    package init(
        _ arguments: [String], environment added: [String: String] = [:], input: [UInt8]? = nil,
        outputFile: String? = nil, discardsErrors: Bool = false,
        descriptors: [Int32: Int32] = [:], keepsSignals: Bool = false, group: Int32? = nil
    ) throws(StartError) {
        #if os(tvOS) || os(watchOS)
            throw StartError(command: arguments[0], code: ENOTSUP)
        #else
            #if canImport(Darwin)
                var actions: posix_spawn_file_actions_t?
                var attributes: posix_spawnattr_t?
            #else
                var actions = posix_spawn_file_actions_t()
                var attributes = posix_spawnattr_t()
            #endif
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            let inputFile = try Self.file(with: input)
            defer { withExtendedLifetime(inputFile) {} }
            if let inputFile { posix_spawn_file_actions_adddup2(&actions, inputFile.file.rawValue, 0) }
            if let outputFile {
                posix_spawn_file_actions_addopen(&actions, 1, outputFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            }
            if discardsErrors { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
            // Copies with high numbers, as a duplicate may take the number of a descriptor that is duplicated after it.
            let copies = descriptors.map { (number: $0.key, copy: fcntl($0.value, F_DUPFD_CLOEXEC, Self.firstCopy)) }
            defer { copies.forEach { _ = close($0.copy) } }
            for (number, copy) in copies { posix_spawn_file_actions_adddup2(&actions, copy, number) }
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            var defaults = sigset_t()
            sigemptyset(&defaults)
            for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2] {
                sigaddset(&defaults, signal)
            }
            posix_spawnattr_setsigdefault(&attributes, &defaults)
            // A process inherits the signal mask of the creating thread, and the threads of a pool block signals.
            var none = sigset_t()
            sigemptyset(&none)
            posix_spawnattr_setsigmask(&attributes, &none)
            var flags = Int32(POSIX_SPAWN_SETSIGMASK)
            if !keepsSignals { flags |= Int32(POSIX_SPAWN_SETSIGDEF) }
            if let group {
                flags |= Int32(POSIX_SPAWN_SETPGROUP)
                posix_spawnattr_setpgroup(&attributes, group)
            }
            posix_spawnattr_setflags(&attributes, Int16(flags))

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
            var code: Int32 = 0
            CurrentProcess.spawning {
                code = posix_spawnp(&id, arguments[0], &actions, &attributes, words, variables)
            }
            guard code == 0 else { throw StartError(command: arguments[0], code: code) }
            self.id = id
        #endif
    }

    /// Above the numbers of all descriptors that a child is given.
    private static let firstCopy: Int32 = 16

    private static func file(with input: [UInt8]?) throws(StartError) -> FileBytes? {
        guard let input else { return nil }
        do throws(FileError) {
            var spool = try Spool(named: "standard input")
            try spool.append(input)
            let bytes = try spool.finish()
            bytes.file.rewind()
            return bytes
        } catch {
            throw StartError(command: error.path, code: error.code)
        }
    }

    package func kill() { _ = sendSignal(id, SIGKILL) }

    package func wait() throws(StartError) -> Ending { try waitMeasuring().ending }

    /// Nil while it runs.
    package func ending() throws(StartError) -> Ending? {
        var (status, usage) = (Int32(0), rusage())
        return try wait(WNOHANG, &status, &usage) ? Self.ending(status) : nil
    }

    private func wait(_ options: Int32, _ status: inout Int32, _ usage: inout rusage) throws(StartError) -> Bool {
        while true {
            let result = wait4(id, &status, options, &usage)
            if result >= 0 { return result == id }
            guard errno == EINTR else { throw StartError(command: "the process \(id)", code: errno) }
        }
    }

    static func ending(_ status: Int32) -> Ending {
        status & 0x7F == 0 ? .exited(Int(status >> 8 & 0xFF)) : .signaled(status & 0x7F)
    }

    /// Peak memory and user plus system CPU time include the children that the process waited for.
    package func waitMeasuring() throws(StartError) -> (ending: Ending, peakBytes: Int, cpuSeconds: Double) {
        var (status, usage) = (Int32(0), rusage())
        _ = try wait(0, &status, &usage)
        #if canImport(Darwin)
            let peakBytes = Int(usage.ru_maxrss)
        #else
            let peakBytes = Int(usage.ru_maxrss) * 1024
        #endif
        let cpuSeconds =
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(
                usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
            / 1_000_000
        return (Self.ending(status), peakBytes, cpuSeconds)
    }
}

/// `kill(2)`, whose name a method above hides.
private func sendSignal(_ id: pid_t, _ signal: Int32) -> Int32 { kill(id, signal) }
