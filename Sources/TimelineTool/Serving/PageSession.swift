internal import Dispatch
internal import Synchronization
internal import TimelineKit
internal import TimelineRemote

/// The WebSocket of one browser. One task sends its messages, so that a chunk belongs to the recording that the browser shows.
final class PageSession: WebSocketSession {
    private struct State {
        /// Whether the token was shown.
        var isAuthorized = false
        /// That the browser asked for.
        var run: Int?
        var chunks: [Int] = []
        /// A problem, or the outcome of edits.
        var answer: [UInt8]?
        var question: AgentQuestion?
    }

    private let page: ServedPage
    private let token: RemoteToken
    private let control: AppControl?
    private let state = Mutex(State())
    private let wakeups: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    private static let tokenTime = Duration.seconds(5)
    /// In bytes, before and after the token was shown.
    private static let (firstBytes, messageBytes) = (4 << 10, 1 << 20)
    /// From 4000 on, status codes are the application's (RFC 6455, section 7.4.2).
    private static let unauthorized: UInt16 = 4401

    init(_ page: ServedPage, _ token: RemoteToken, _ control: AppControl?) {
        (self.page, self.token, self.control) = (page, token, control)
        (wakeups, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        page.observe(ObjectIdentifier(self), nil)
        state.withLock { $0.question?.end(.canceled) }
    }

    var isAuthorized: Bool { state.withLock { $0.isAuthorized } }
    var messageLimit: Int? { isAuthorized ? Self.messageBytes : Self.firstBytes }

    // MARK: - Sending

    func run(_ send: (_ message: [UInt8]) async throws -> Void) async throws {
        let end = ContinuousClock.now + Self.tokenTime
        let timer = Task { [continuation] in
            try await Task.sleep(until: end)
            continuation.yield()
        }
        defer { timer.cancel() }
        var cursor = ServedPage.Cursor()
        var wakeups = wakeups.makeAsyncIterator()
        while true {
            if isAuthorized {
                while let message = next(&cursor) { try await send(message) }
            } else if ContinuousClock.now >= end {
                throw WebSocketFrame.close(Self.unauthorized, "the token did not arrive within \(Self.tokenTime)")
            }
            guard await wakeups.next() != nil else { return }
        }
    }

    private func next(_ cursor: inout ServedPage.Cursor) -> [UInt8]? {
        if let answer = state.withLock({ $0.answer.take() }) { return answer }
        if let run = state.withLock({ $0.run.take() }) { cursor.run = run }
        while let index = state.withLock({ $0.chunks.isEmpty ? nil : $0.chunks.removeFirst() }) {
            if let chunk = page.chunk(index, cursor) { return chunk }
        }
        return page.next(&cursor)
    }

    // MARK: - Receiving

    func receive(_ message: [UInt8]) async throws(WebSocketFrame) {
        let json: JSON
        do { json = try JSON(parsing: message) } catch {
            guard isAuthorized else { throw WebSocketFrame.close(1007, "a message must be JSON") }
            // Browsers accept more, such as a key that is repeated.
            report("this is not valid JSON, and was not sent: \(error)")
            return
        }
        guard let object = json.object, object.count == 1, let member = object.members.first
        else { throw WebSocketFrame.close(1007, "a message must be a JSON object with one member") }
        guard isAuthorized else {
            guard member.key == "token", let text = member.value.string, token.matches(text.utf8) else {
                throw WebSocketFrame.close(Self.unauthorized, "the first message must be the token")
            }
            page.observe(ObjectIdentifier(self), continuation)
            state.withLock { $0.isAuthorized = true }
            continuation.yield()
            return
        }
        switch member.key {
        case "read":
            guard let index = member.value.int, (0..<page.chunks).contains(index) else { return }
            state.withLock { if !$0.chunks.contains(index) { $0.chunks.append(index) } }
        case "run": state.withLock { $0.run = member.value.int }
        case "save": await reportingProblems { try page.save(member.value.int) }
        case "travel":
            await change { [page] client in
                page.show(travel: try await client.travel(TravelRequest(member.value)))
            }
        case "dispatch":
            await change { client in
                if try await client.dispatch(JSONText(member.value)).object?["dropped"] != nil {
                    throw ToolError(.negative, "a middleware of the app dropped the action")
                }
            }
        case "open": if let link = member.value.string { await change { _ = try await $0.open(link: link) } }
        case "edits": if let request = member.value.object { reduce(request) }
        default: throw WebSocketFrame.close(1008, "a message must be read, run, save, travel, dispatch, open or edits")
        }
        continuation.yield()
    }

    /// A request ends the one before it; one without words does only that.
    private func reduce(_ request: JSONObject) {
        let question = AgentQuestion()
        state.withLock { state in
            state.question?.end(.canceled)
            state.question = question
        }
        guard let runs = page.edits, request["words"] != [] else { return }
        runs.queue.async { [weak self, page] in
            guard question.end == nil else { return }
            let answer = runs.answer(to: request, on: page, question)
            self?.state.withLock { if $0.question === question { $0.answer = answer } }
            self?.continuation.yield()
        }
    }

    private func change(_ change: @escaping AppControl.Change) async {
        await reportingProblems {
            guard let control else {
                throw ToolError(.usage, "this page only shows the recording: start timeline serve URL with --control")
            }
            try await control.make(change)
        }
    }

    private func reportingProblems(_ body: () async throws -> Void) async {
        do { try await body() } catch { report(ToolError(error).message) }
    }

    private func report(_ problem: String) {
        state.withLock { $0.answer = JSON.members(["problem": .string(problem)]).text }
        continuation.yield()
    }
}
