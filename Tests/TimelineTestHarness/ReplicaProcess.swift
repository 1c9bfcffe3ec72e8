import Foundation

/// An instance of `timeline-replica-app`, in a process of its own. Used by one task.
package final class ReplicaProcess {
    /// What it said. Sendable because the lock guards the lines.
    private final class Said: @unchecked Sendable {
        private let lock = NSLock()
        private var lines: [String] = []

        var all: [String] { lock.withLock { lines } }

        func append(_ line: String) { lock.withLock { lines.append(line) } }
    }

    package let id: String
    private let process = Process()
    private let input = Pipe()
    private let lines = Said()
    private let ended = DispatchSemaphore(value: 0)

    private static let app: String = {
        #if os(macOS)
            Bundle(for: ReplicaProcess.self).bundleURL.deletingLastPathComponent().appending(
                path: "timeline-replica-app"
            ).path
        #else
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "timeline-replica-app")
                .path
        #endif
    }()

    /// - Parameters:
    ///   - place: Where it serves: a port, or the path of a socket.
    ///   - url: The host through which it shares, in the place of the folder, which is its own then.
    ///   - home: Where the tokens of hosts are.
    package init(
        _ id: String, in folder: String, mode: String, seed: UInt64, changes: Int, isFaulty: Bool = false,
        servingAt place: String? = nil, through url: String? = nil, home: String? = nil
    ) throws {
        self.id = id
        let output = Pipe()
        process.executableURL = URL(filePath: Self.app)
        var arguments = [folder, id, mode, "\(seed)", "\(changes)"]
        if isFaulty { arguments.append("--faulty") }
        if let place { arguments += ["--serve", place] }
        if let url { arguments += ["--through", url] }
        process.arguments = arguments
        if let home {
            process.environment = ProcessInfo.processInfo.environment.merging(["HOME": home]) { $1 }
        }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let (lines, ended) = (lines, ended)
        let reading = output.fileHandleForReading
        Thread.detachNewThread {
            var rest = Data()
            while case let bytes = reading.availableData, !bytes.isEmpty {
                rest += bytes
                while let end = rest.firstIndex(of: 0x0A) {
                    lines.append(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            ended.signal()
        }
    }

    package var processID: Int32 { process.processIdentifier }

    deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

    /// What it said.
    package var said: [String] { lines.all }

    package func said(_ prefix: String) -> [String] { said.filter { $0.hasPrefix(prefix) } }

    /// The state that it printed last.
    package var shown: String? { said("{").last }

    /// Its state, as JSON; nil if it has none.
    package func state() async -> String? {
        let before = said("{").count
        guard process.isRunning, (try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))) != nil else {
            return nil
        }
        for _ in 0..<4000 {
            if case let states = said("{"), states.count > before { return states.last }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return nil
    }

    /// Sends SIGKILL, and returns when it is gone.
    package func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        _ = waitForEnd()
    }

    /// Lets it come to its end.
    package func end() -> Int32 {
        // Another process may hold a copy of the pipe, so that closing it is not enough.
        if process.isRunning { try? input.fileHandleForWriting.write(contentsOf: Data("end\n".utf8)) }
        try? input.fileHandleForWriting.close()
        return waitForEnd()
    }

    /// Waits for the process itself: one that was started at the same time may hold copies of its pipes and of Foundation's
    /// socket, and then `waitUntilExit` returns only when that one has ended, too.
    private func waitForEnd() -> Int32 {
        var status: Int32?
        while status == nil, process.isRunning {
            var info = siginfo_t()
            let result = waitid(P_PID, id_t(process.processIdentifier), &info, WEXITED | WNOWAIT | WNOHANG)
            #if os(Linux)
                let (ended, code) = (info._sifields._sigchld.si_pid, info._sifields._sigchld.si_status)
            #else
                let (ended, code) = (info.si_pid, info.si_status)
            #endif
            if result == 0, ended != 0 { status = code }
            if status == nil { usleep(2000) }
        }
        // What it said last is read by now, or is read soon.
        _ = ended.wait(timeout: .now() + 1)
        return status ?? process.terminationStatus
    }
}

extension [ReplicaProcess] {
    /// What each of them shows.
    package func states() async -> [String?] {
        var states: [String?] = []
        for replica in self { states.append(await replica.state()) }
        return states
    }

    /// Waits until each has said `word`.
    package func allSay(_ word: String) async -> Bool {
        await wait { allSatisfy { !$0.said(word).isEmpty } }
    }

    /// Waits until all show the same state.
    package func agree() async -> Bool { await wait { Set(await states()).count == 1 } }

    /// Ends all, the first one last; returns what they complained about, other than that the host was gone for a while.
    package func complaintsAtEnd() -> [String] {
        reversed().flatMap { replica in
            let problems = replica.said("divergence") + replica.said("problem")
            let status = replica.end()
            return problems.filter {
                !$0.contains("This replica keeps working offline, and reconnects when the host is reachable.")
            }
                + (status == 0 ? [] : ["\(replica.id) ended with \(status)"])
        }
    }
}

/// Whether a condition becomes true soon. Blocks no shared thread, and limits the number of checks instead of the time: on a
/// busy machine time passes without a check.
package func wait(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<6000 {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(20))
    }
    return false
}
