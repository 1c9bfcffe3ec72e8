internal import Dispatch
internal import Synchronization
internal import TimelineDebugger
internal import TimelineKit

/// Commands answer on a queue, one after another: a ping is answered while one runs, and a call can be canceled.
final class AgentSession: Sendable {
    private let server: AgentServer
    private let calls = Mutex<[(ids: [JSON], question: AgentQuestion)]>([])
    private let queue = DispatchQueue(label: "timeline.agent")
    private let output = Mutex(())
    private let room = DispatchSemaphore(value: 100)

    init(_ server: AgentServer) { self.server = server }

    func receive(_ line: [UInt8]) {
        let message: JSON
        do throws(JSONError) { message = try JSON(parsing: line) } catch {
            return write(AgentServer.response(to: error))
        }
        for id in AgentServer.canceled(by: message) {
            calls.withLock { $0.first { $0.ids.contains(id) } }?.question.end(.canceled)
        }
        let ids = AgentServer.calls(in: message)
        guard !ids.isEmpty else { return write(server.response(to: message, AgentQuestion())) }
        let call = (ids: ids, question: AgentQuestion())
        // With many calls waiting, no more is read until one is answered.
        room.wait()
        calls.withLock { $0.append(call) }
        queue.async { [self] in
            // Who cancels a call awaits no response.
            let progress = reportProgress(of: message)
            let response = call.question.end == nil ? server.response(to: message, call.question) : nil
            // None comes after the response.
            output.withLock { _ in progress.cancel() }
            calls.withLock { $0.removeAll { $0.question === call.question } }
            if call.question.end != .canceled { write(response) }
            room.signal()
        }
    }

    /// Each second, until it is canceled.
    private func reportProgress(of message: JSON) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource()
        var seconds = 0
        timer.setEventHandler { [self] in
            seconds += 1
            for token in AgentServer.progressTokens(in: message) {
                let progress: JSON = ["progressToken": token, "progress": .int(seconds)]
                write(["jsonrpc": "2.0", "method": "notifications/progress", "params": progress]) { !timer.isCancelled }
            }
        }
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.resume()
        return timer
    }

    /// Answers what was asked before the end of the input, in at most this time. Then it ends the command that runs.
    func finish(withinSeconds seconds: Int) {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        _ = isDone.wait(timeout: .now() + .seconds(seconds))
        for call in calls.withLock({ $0 }) { call.question.end(.canceled) }
    }

    private func write(_ response: JSON?, if isDue: () -> Bool = { true }) {
        guard let response else { return }
        output.withLock { _ in
            guard isDue() else { return }
            StandardOutput.write(response.text + [UInt8(ascii: "\n")])
            StandardOutput.flush()
        }
    }
}

/// The folders whose timelines an agent may read.
struct AgentFolders: Sendable {
    /// Their paths, without links.
    private let folders: [String]

    init(_ names: [String]) throws(ToolError) {
        folders = try names.map { (name) throws(ToolError) in
            guard let path = FileSystem.resolved(name), FileStatus(path)?.kind == .folder else {
                throw ToolError(.usage, "\(name) is no folder")
            }
            return path
        }
    }

    /// The path of a file or folder, without links; a relative name is of the first folder that has it.
    func resolved(_ name: String) throws(ToolError) -> String {
        let names = name.hasPrefix("/") ? [name] : folders.map { "\($0)/\(name)" } + [name]
        for path in names.compactMap(FileSystem.resolved) where contains(path) && holdsOnlyOwn(path) { return path }
        let list = folders.joined(separator: ", ")
        throw ToolError(
            .usage, "\(name) is in none of the folders: \(list)\nCall info without a file for the timelines there.")
    }

    /// Segments of a timeline may be links that lead out of the folders.
    private func holdsOnlyOwn(_ path: String) -> Bool {
        guard FileStatus.isFolder(path) else { return true }
        let names = (try? JournalFolder.journals(in: path, packed: true)) ?? []
        return names.allSatisfy { FileSystem.resolved("\(path)/\($0)").map(contains) ?? false }
    }

    private func contains(_ path: String) -> Bool {
        folders.contains { path == $0 || path.hasPrefix($0 == "/" ? "/" : "\($0)/") }
    }

    /// The names of their timelines and, where some can't be read, why.
    func timelines() -> [String] {
        folders.flatMap { FoundTimeline.all(at: $0) }.flatMap { found in
            switch found {
            case .place(let place):
                // Of several runs in one folder, each segment.
                let names = FileStatus.exists(place.name) ? [place.name] : place.files
                return names.filter { FileSystem.resolved($0).map { contains($0) && holdsOnlyOwn($0) } ?? false }
            case .error(_, let error): return ["\(error)"]
            }
        }
    }
}
