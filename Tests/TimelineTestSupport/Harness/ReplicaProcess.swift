import Foundation

/// An instance of `replica-app`, in a process of its own. Used by one task.
package final class ReplicaProcess {
    package let id: String
    private let process: TestProcess

    /// - Parameters:
    ///   - place: Where it serves: a port, or the path of a socket.
    ///   - url: The host through which it shares, in the place of the folder, which is its own then.
    ///   - home: Where the tokens of hosts are.
    package init(
        _ id: String, in folder: String, mode: String, seed: UInt64, changes: Int, isFaulty: Bool = false,
        servingAt place: String? = nil, through url: String? = nil, home: String? = nil
    ) throws {
        self.id = id
        var arguments = ["\(TestTools.folder)/replica-app", folder, id, mode, "\(seed)", "\(changes)"]
        if isFaulty { arguments.append("--faulty") }
        if let place { arguments += ["--serve", place] }
        if let url { arguments += ["--through", url] }
        process = try TestProcess(
            arguments,
            environment: ProcessInfo.processInfo.environment.merging(home.map { ["HOME": $0] } ?? [:]) { $1 },
            input: .pipe)
    }

    package var processID: Int32 { process.id }

    /// The whole lines that it said.
    package var said: [String] {
        process.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    package func said(_ prefix: String) -> [String] { said.filter { $0.hasPrefix(prefix) } }

    /// The state that it printed last.
    package var shown: String? { said("{").last }

    /// Its state, as JSON; nil if it has none.
    package func state() async -> String? {
        let before = said("{").count
        guard process.isRunning, (try? process.type("\n")) != nil else { return nil }
        for _ in 0..<4000 {
            if case let states = said("{"), states.count > before { return states.last }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return nil
    }

    /// Sends SIGKILL, and returns when it is gone.
    package func kill() {
        process.signal(SIGKILL)
        _ = try? process.waitForStatus()
    }

    /// Lets it come to its end.
    package func end() -> Int32 {
        try? process.type("end\n")
        process.closeInput()
        return (try? process.waitForStatus(within: .seconds(120))) ?? -1
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
    package func allSay(_ word: String) async -> Bool { await wait { allSatisfy { !$0.said(word).isEmpty } } }

    /// Waits until all show the same state.
    package func agree() async -> Bool { await wait { Set(await states()).count == 1 } }

    /// Ends all, the first one last; returns what they complained about, other than that the host was gone for a while.
    package func complaintsAtEnd() -> [String] {
        reversed().flatMap { replica in
            let problems = replica.said("problem")
            let status = replica.end()
            return problems.filter { !$0.contains("This replica keeps working offline, and tries again.") }
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
