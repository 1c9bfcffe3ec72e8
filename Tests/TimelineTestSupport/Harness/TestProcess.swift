import Foundation

/// A process that a test starts, waits for and ends. A thread of its own waits in `waitpid`, and others read the output, so that
/// nothing polls. It is killed with the last reference to it. A test that waits here runs with `.ownThreads`.
package final class TestProcess: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package enum Input {
        case nothing
        case file(String)
        /// Open until `closeInput`.
        case pipe
    }

    #if canImport(Darwin)
        private static let newSession = Int32(POSIX_SPAWN_SETSID)
        private static let addChangingFolder = posix_spawn_file_actions_addchdir_np
    #else
        // What glibc and musl have, and Swift does not see.
        private static let newSession: Int32 = 0x80
        private static let addChangingFolder = unsafeBitCast(
            dlsym(nil, "posix_spawn_file_actions_addchdir_np"),
            to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32).self)
        private static let addClosing = unsafeBitCast(
            dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
            to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
    #endif

    /// What its threads and its owner share. Sendable because the lock of `changed` guards the rest.
    private final class Shared: @unchecked Sendable {
        let changed = NSCondition()
        var status: Int32?
        var texts = [Data(), Data()]
        var openStreams = 0
        var inputEnd: Int32 = -1

        func read(_ descriptor: Int32, _ number: Int) {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = Foundation.read(descriptor, &buffer, buffer.count), count > 0 {
                changed.withLock {
                    texts[number] += buffer[..<count]
                    changed.broadcast()
                }
            }
            close(descriptor)
            changed.withLock {
                openStreams -= 1
                changed.broadcast()
            }
        }

        func awaitExit(of id: pid_t) {
            // It is reaped under the lock: until then no other process can have its number.
            var info = siginfo_t()
            while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            changed.withLock {
                var code: Int32 = 0
                waitpid(id, &code, 0)
                let signal = code & 0x7F
                status = signal == 0 ? code >> 8 & 0xFF : 128 + signal
                changed.broadcast()
            }
        }

        /// Whether `isTrue`, which is called under the lock, becomes true in time.
        func wait(within timeout: Duration, until isTrue: (Shared) -> Bool) -> Bool {
            let limit = Date(timeIntervalSinceNow: timeout / .seconds(1))
            return changed.withLock {
                while !isTrue(self) { if !changed.wait(until: limit) { return isTrue(self) } }
                return true
            }
        }
    }

    private static let starting = NSLock()

    package let id: Int32
    private let name: String
    private let shared = Shared()

    /// - Parameters:
    ///   - environment: By default, this process's.
    ///   - terminal: The path of a terminal to use in place of the input and the outputs, in a session of its own.
    package init(
        _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil, input: Input = .nothing,
        terminal: String? = nil
    ) throws {
        let name = arguments[0]
        // No two at once, so that no process holds a copy of a pipe of another.
        Self.starting.lock()
        defer { Self.starting.unlock() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var childEnds: [Int32] = []
        var outputs: [Int32] = []
        defer { for end in childEnds { close(end) } }
        if let terminal {
            for number: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, number, terminal, O_RDWR, 0) }
        } else {
            switch input {
            case .nothing: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            case .file(let path): posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
            case .pipe:
                let (reading, writing) = try Self.pipe()
                posix_spawn_file_actions_adddup2(&actions, reading, 0)
                childEnds.append(reading)
                shared.inputEnd = writing
            }
            for number: Int32 in 1...2 {
                let (reading, writing) = try Self.pipe()
                posix_spawn_file_actions_adddup2(&actions, writing, number)
                childEnds.append(writing)
                outputs.append(reading)
            }
        }
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { strdup("\($0)=\($1)") } + [nil]
        if let folder { _ = Self.addChangingFolder(&actions, folder) }
        let words = arguments.map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        // The process gets no other descriptor that tests or Foundation have open.
        #if canImport(Darwin)
            for descriptor: Int32 in 3..<4096 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        #else
            _ = Self.addClosing(&actions, 3)
        #endif
        var started: pid_t = 0
        let code = Self.withAttributes(inSession: terminal != nil) { attributes in
            posix_spawn(&started, words[0]!, &actions, attributes, words, variables)
        }
        guard code == 0 else {
            for end in outputs + [shared.inputEnd] { close(end) }
            throw Failure(description: "cannot run \(name): \(String(cString: strerror(code)))")
        }
        let id = started
        (self.id, self.name) = (id, name)
        shared.openStreams = outputs.count
        for (number, descriptor) in outputs.enumerated() {
            Thread.detachNewThread { [shared] in shared.read(descriptor, number) }
        }
        Thread.detachNewThread { [shared] in shared.awaitExit(of: id) }
    }

    deinit {
        signal(SIGKILL)
        closeInput()
    }

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else {
            throw Failure(description: "no pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// A child begins with no signal ignored or blocked, whatever this process does.
    private static func withAttributes(inSession: Bool, _ body: (UnsafePointer<posix_spawnattr_t>) -> Int32) -> Int32 {
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
        return body(&attributes)
    }

    /// Runs a command, which is looked up on the `PATH` where it has no slash, to its end.
    package static func run(
        _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil, input: String = "",
        within timeout: Duration = .seconds(30)
    ) throws -> Finished {
        let command = arguments[0].contains("/") ? arguments : ["/usr/bin/env"] + arguments
        let process = try TestProcess(command, in: folder, environment: environment, input: .pipe)
        // A process that does not read its input may end before.
        if !input.isEmpty { try? process.type(input) }
        process.closeInput()
        return try process.finished(within: timeout)
    }

    // MARK: - Output

    package var output: String { text(0) }
    package var errors: String { text(1) }

    private func text(_ number: Int) -> String {
        String(decoding: shared.changed.withLock { shared.texts[number] }, as: UTF8.self)
    }

    /// Waits for a part of the output, and returns it.
    @discardableResult
    package func wait<Output>(for part: Regex<Output>, within timeout: Duration = .seconds(30)) throws -> Output {
        var found: Output?
        let isFound = shared.wait(within: timeout) { shared in
            found = String(decoding: shared.texts[0], as: UTF8.self).firstMatch(of: part)?.output
            return found != nil || (shared.status != nil && shared.openStreams == 0)
        }
        if isFound, let found { return found }
        throw Failure(description: "\(name) did not print what was awaited, but:\n\(output)\(errors)")
    }

    /// Waits for `end` after the first `start` bytes of the output, and returns what is printed up to there; all if the process ends.
    package func output(after start: Int, through end: String, within timeout: Duration = .seconds(30)) -> String {
        var part = Data()
        _ = shared.wait(within: timeout) { shared in
            let rest = shared.texts[0].dropFirst(start)
            let found = rest.range(of: Data(end.utf8))
            part = found.map { rest[..<$0.upperBound] } ?? rest
            return found != nil || (shared.status != nil && shared.openStreams == 0)
        }
        return String(decoding: part, as: UTF8.self)
    }

    // MARK: - Input

    package func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        let count = shared.changed.withLock { Self.write(bytes, to: shared.inputEnd) }
        guard count == bytes.count else { throw Failure(description: "\(name) does not read its input") }
    }

    /// Without SIGPIPE, which would end the tests, where the process is gone.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let count = Foundation.write(descriptor, bytes, bytes.count)
        var pending: Int32 = 0
        if count < 0, errno == EPIPE { sigwait(&signals, &pending) }
        return count
    }

    package func closeInput() {
        shared.changed.withLock {
            if shared.inputEnd >= 0 { close(shared.inputEnd) }
            shared.inputEnd = -1
        }
    }

    // MARK: - End

    package var isRunning: Bool { shared.changed.withLock { shared.status == nil } }

    package func signal(_ number: Int32) { shared.changed.withLock { if shared.status == nil { kill(id, number) } } }

    /// The exit status, or 128 plus the number of the signal. A process that exceeds `timeout` is killed.
    package func waitForStatus(within timeout: Duration = .seconds(30)) throws -> Int32 {
        guard shared.wait(within: timeout, until: { $0.status != nil }) else {
            signal(SIGKILL)
            _ = shared.wait(within: .seconds(10)) { $0.status != nil }
            throw Failure(description: "\(name) took longer than \(timeout), and printed:\n\(output)\(errors)")
        }
        // A process that outlives this one may hold its output.
        _ = shared.wait(within: .seconds(1)) { $0.openStreams == 0 }
        return shared.changed.withLock { shared.status! }
    }

    /// Waits for its end.
    package func finished(within timeout: Duration = .seconds(30)) throws -> Finished {
        let status = try waitForStatus(within: timeout)
        return Finished(output: output, errors: errors, status: status)
    }

    /// Sends a signal, and waits for its end.
    @discardableResult
    package func end(_ number: Int32) throws -> Finished {
        signal(number)
        closeInput()
        return try finished(within: .seconds(20))
    }
}
