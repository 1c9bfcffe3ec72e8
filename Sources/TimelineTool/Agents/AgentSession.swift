internal import Dispatch
internal import Synchronization
internal import TimelineKit

/// Commands answer on a queue, one after another: a ping is answered while one runs, and a call can be canceled.
final class AgentSession: Sendable {
    private struct Call {
        let ids: [JSON]
        let question = AgentQuestion()
    }

    private let server: AgentServer
    private let calls = Mutex<[Call]>([])
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
        let call = Call(ids: ids)
        // With many calls waiting, no more is read until one is answered.
        room.wait()
        calls.withLock { $0.append(call) }
        queue.async { [self] in
            // Who cancels a call awaits no response.
            let response = call.question.end == nil ? server.response(to: message, call.question) : nil
            calls.withLock { $0.removeAll { $0.question === call.question } }
            if call.question.end != .canceled { write(response) }
            room.signal()
        }
    }

    /// Answers what was asked before the end of the input, in at most this time. Then it ends the command that runs.
    func finish(withinSeconds seconds: Int) {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        _ = isDone.wait(timeout: .now() + .seconds(seconds))
        for call in calls.withLock({ $0 }) { call.question.end(.canceled) }
    }

    private func write(_ response: JSON?) {
        guard let response else { return }
        output.withLock { _ in
            StandardOutput.write(response.text + [UInt8(ascii: "\n")])
            StandardOutput.flush()
        }
    }
}
