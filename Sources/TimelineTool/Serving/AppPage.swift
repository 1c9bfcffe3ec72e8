internal import Dispatch
internal import Synchronization
internal import TimelineKit
internal import TimelineRemote
internal import TimelineReplay

/// Used by one thread. A restarted app is another recording, and becomes a new page.
struct AppPage {
    typealias MakePage = (Journal, _ file: String) throws -> (PageData, (any PageInvariants)?)

    private let address: RemoteAddress
    private let makePage: MakePage

    private var header: Header?
    private var invariants: (any PageInvariants)?
    /// After step `followed`.
    private var state = JSON.null
    private var followed = -1
    private var last = 0

    private static let retryTime = DispatchTimeInterval.milliseconds(500)

    init(of address: RemoteAddress, _ makePage: @escaping MakePage) {
        (self.address, self.makePage) = (address, makePage)
    }

    mutating func run(_ onPage: (PageData, Header) throws -> ServedPage) throws -> Never {
        let connection = try connect()
        let (first, header) = try fetchPage(connection.client)
        let page = try onPage(first, header)
        var feed: FollowFeed? = connection.feed
        while true {
            do {
                if feed == nil { feed = try reconnect(page) }
                page.show(.live)
                while let messages = try feed?.take(until: invariants?.due) { try show(messages, on: page) }
            } catch {
                feed?.cancel()
                feed = nil
                page.show(.lost(lossText(error)))
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + Self.retryTime)
            }
        }
    }

    // MARK: - Connecting

    private func connect() throws -> (client: RemoteClient, feed: FollowFeed) {
        let client = RemoteClient(address, token: try RemoteToken.found(for: address))
        return try BlockingTask.run { [address] in (client, FollowFeed(try await client.follow(), of: address)) }
    }

    /// The recording is compared after the app is followed: if the app is restarted in between, the feed ends.
    private mutating func reconnect(_ page: ServedPage) throws -> FollowFeed {
        let connection = try connect()
        do {
            if try lines(of: 0...0, connection.client).header.session != header?.session {
                page.replace(by: try fetchPage(connection.client).page)
            }
        } catch {
            connection.feed.cancel()
            throw error
        }
        return connection.feed
    }

    private func lossText(_ error: any Error) -> String {
        switch error as? RemoteError {
        case .unreachable(let url, let reason):
            "The app at \(url) has ended, or cannot be reached: \(reason). This page goes on when it is back."
        // The host removes its token file when it ends.
        case .noToken:
            "The app at \(address) has ended, or cannot be reached: it has no token. This page goes on when it is back."
        case .refused(401, _):
            """
            The app at \(address) was restarted, and has another token than TIMELINE_TOKEN. End this command with control-C, \
            and start it again with the new token.
            """
        default: "\(ToolError(error).message). “timeline serve” goes on trying."
        }
    }

    /// The app is followed already, so that no step is missed.
    private mutating func fetchPage(_ client: RemoteClient) throws -> (page: PageData, Header) {
        let journal = try AppArgument.timeline(of: client).journal
        let (page, invariants) = try makePage(journal, "\(address)")
        self.invariants = invariants
        header = journal.header
        last = journal.last
        followed = -1
        return (page, journal.header)
    }

    // MARK: - Steps

    private mutating func show(_ messages: [FollowMessage], on page: ServedPage) throws {
        defer {
            page.publish()
            if let invariants {
                invariants.check()
                page.show(invariants.found)
            }
        }
        for message in messages {
            switch message {
            // The next message is the state after the last of them.
            case .missed: break
            case .snapshot(let seq, let state): try show(state, at: seq, nil, on: page)
            case .step(let seq, let patch, let members):
                guard seq == followed + 1 else { throw foreign("step \(seq) follows step \(followed)") }
                let state: JSON
                do throws(JSONPatchError) { state = try patch.apply(to: self.state) } catch {
                    throw foreign("its patch does not apply: \(error)")
                }
                try show(state, at: seq, members, on: page)
            }
        }
    }

    private mutating func show(_ state: JSON, at seq: Int, _ members: JSONObject?, on page: ServedPage) throws {
        (self.state, followed) = (state, seq)
        let text = JSONText(state.sorted)
        guard seq > last else {
            guard seq == last else { return }
            // The state on the page was replayed or recorded. If it is another one, the next step shows its whole state.
            return page.grow { if $0.position.state != text { $0.forgetState() } }
        }
        var growth: PageGrowth
        if let step = members.flatMap({ step(seq, text, $0) }) {
            growth = PageGrowth(lines: [.step(step)])
        } else {
            growth = try fetch(last + 1...seq, after: page.grow { $0.end.at })
        }
        growth.states[seq] = text
        page.grow { growth.append(to: &$0) }
        last = seq
        invariants?.add(state, at: seq)
    }

    private func step(_ seq: Int, _ state: JSONText, _ members: JSONObject) -> Step? {
        guard let at = members["at"]?.number.flatMap({ Moment(seconds: $0.double) }) else { return nil }
        return Step(
            seq: seq, at: at,
            change: members["action"].map { .action(JSONText($0)) } ?? .set(state, by: members["by"]?.string ?? ""),
            from: members["from"]?.string,
            cause: members["cause"]?.int.flatMap { (0..<seq).contains($0) ? $0 : nil })
    }

    // MARK: - The timeline of the app

    /// The app has no states between. What its timeline lacks is a gap.
    private func fetch(_ steps: ClosedRange<Int>, after time: Moment) throws -> PageGrowth {
        let client = RemoteClient(address, token: try RemoteToken.found(for: address))
        let (header, lines) = try lines(of: steps, client)
        guard header.session == self.header?.session else {
            throw RemoteError.unreachable("\(address)", reason: "it was restarted")
        }
        var growth = PageGrowth(breaks: [steps.lowerBound])
        var (covered, at) = (steps.lowerBound - 1, time)
        func addGap(upTo seq: Int) {
            guard covered < seq else { return }
            // The app has dropped them, or could not write them.
            growth.lines.append(
                .gap(Gap(seq: covered + 1, at: at, through: seq, why: "not in the timeline of the app")))
        }
        for line in lines {
            let outline = line.outline
            if outline.isStep {
                let isNew = outline.seq > covered && outline.seq <= outline.through
                guard isNew, outline.through <= steps.upperBound else { continue }
                addGap(upTo: outline.seq - 1)
                (covered, at) = (outline.through, max(at, outline.at))
            }
            if outline.isStep || outline.kind == .site { growth.lines.append(line) }
        }
        addGap(upTo: steps.upperBound)
        return growth
    }

    private func lines(of steps: ClosedRange<Int>, _ client: RemoteClient) throws -> (header: Header, lines: [Line]) {
        let bytes = try BlockingTask.run { [client] in
            var client = client
            return try await client.timeline(steps)
        }
        let lines: [Line]
        do { lines = try bytes.split(separator: UInt8(ascii: "\n")).map { try LineParser.parse(Array($0)) } } catch {
            throw foreign("its timeline has an invalid line: \(error)")
        }
        guard case .header(let header)? = lines.first else { throw foreign("its timeline has no header") }
        return (header, Array(lines.dropFirst()))
    }

    private func foreign(_ reason: String) -> RemoteError { .foreign("\(address)", reason: reason) }
}

/// Reads ahead while the taker is busy. At a limit the app has to buffer steps, and names the steps that it does not send.
final class FollowFeed: Sendable {
    private struct State {
        var messages: [(message: FollowMessage, bytes: Int)] = []
        var bytes = 0
        var end: RemoteError?
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)
    private let task = Mutex<Task<Void, Never>?>(nil)

    private static let (messageLimit, byteLimit) = (4096, 64 << 20)

    init(_ messages: RemoteClient.Messages, of address: RemoteAddress) {
        let task = Task.detached { [weak self] in
            var messages = messages
            var end = RemoteError.unreachable("\(address)", reason: "it closed the connection")
            do throws(RemoteError) {
                while let message = try await messages.next() {
                    guard let self, await self.append(message, messages.lastSize) else { return }
                }
            } catch { end = error }
            self?.finish(end)
        }
        self.task.withLock { $0 = task }
    }

    deinit { cancel() }

    /// A feed that is full does not end by itself.
    func cancel() { task.withLock { $0 }?.cancel() }

    private func append(_ message: FollowMessage, _ bytes: Int) async -> Bool {
        while state.withLock({ $0.messages.count >= Self.messageLimit || $0.bytes >= Self.byteLimit }) {
            do { try await Task.sleep(for: .milliseconds(5)) } catch { return false }
        }
        state.withLock { state in
            state.messages.append((message, bytes))
            state.bytes += bytes
        }
        arrived.signal()
        return !Task.isCancelled
    }

    private func finish(_ error: RemoteError) {
        state.withLock { $0.end = error }
        arrived.signal()
    }

    /// Waits for the first message.
    func take(until end: ContinuousClock.Instant? = nil) throws(RemoteError) -> [FollowMessage] {
        while true {
            let (messages, reason) = state.withLock { state in
                let taken = (state.messages.map(\.message), state.end)
                (state.messages, state.bytes) = ([], 0)
                return taken
            }
            if !messages.isEmpty { return messages }
            if let reason { throw reason }
            let time = end.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .nanoseconds(1) }
            let deadline = time.map { .now() + .nanoseconds(Int($0)) } ?? DispatchTime.distantFuture
            if arrived.wait(timeout: deadline) == .timedOut { return [] }
        }
    }
}
