import Foundation

/// Starts processes, and waits for them.
enum Spawn {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    #if canImport(Darwin)
        private static let newSession = Int32(POSIX_SPAWN_SETSID)
    #else
        // `POSIX_SPAWN_SETSID` of glibc and musl, which Swift does not see.
        private static let newSession: Int32 = 0x80
    #endif

    /// - Parameters:
    ///   - opening: The files to be standard input, output and error; those of the last two are made.
    ///   - inSession: Whether it leads a session of its own, of which a terminal that is opened becomes the terminal.
    static func start(
        _ arguments: [String], in folder: String, environment: [String: String], opening paths: [String],
        inSession: Bool = false
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, path) in paths.enumerated() {
            let flags = inSession ? O_RDWR : number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
            posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0o600)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        if inSession { flags |= newSession }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        // A shell changes to the folder, and executes the command in its place.
        let words = (["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, "/bin/sh", &actions, &attributes, words, variables)
        guard code == 0 else {
            throw Failure(description: "cannot run \(arguments[0]): \(String(cString: strerror(code)))")
        }
        return id
    }

    /// The exit status, or 128 plus the number of the signal. A process that exceeds `timeout` is killed.
    static func wait(_ id: pid_t, _ timeout: Duration) throws -> Int32 {
        let deadline = ContinuousClock.now + timeout
        var status: Int32 = 0
        while waitpid(id, &status, WNOHANG) == 0 {
            if ContinuousClock.now > deadline {
                kill(id, SIGKILL)
                waitpid(id, &status, 0)
                throw Failure(description: "the process took longer than \(timeout)")
            }
            usleep(2000)
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
