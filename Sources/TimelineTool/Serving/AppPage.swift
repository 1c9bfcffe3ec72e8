internal import Dispatch
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineQuerying
internal import TimelineRemote
internal import TimelineSystem

/// Keeps the page of a running app up to date: one follower, however many browsers show the page.
///
/// Used by one thread. An app that was restarted is another recording, and becomes a new page.
struct AppPage {
    /// Makes the page of a recording, and the invariants for later states if there are some.
    typealias MakePage = (Journal, _ file: String) throws -> (GrowingPage, (any PageInvariants)?)

    private let address: RemoteAddress
    private let makePage: MakePage

    private var header: Header?
    private var invariants: (any PageInvariants)?
    /// The state of the app after step `followed`, as the follower knows it.
    private var state = JSON.null
    private var followed = -1
    private var last = 0
    /// Whether the state after it on the page is that of the app. If not, the next step shows its state, not a patch.
    private var isStateShown = false

    private static let retryTime = DispatchTimeInterval.milliseconds(500)

    init(of address: RemoteAddress, _ makePage: @escaping MakePage) {
        self.address = address
        self.makePage = makePage
    }

    mutating func run(_ onPage: (GrowingPage, Header) throws -> ServedPage) throws -> Never {
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

    private struct Connection {
        let client: RemoteClient
        let feed: FollowFeed
    }

    /// Starts to follow. The token is read again: a restarted app has another.
    private func connect() throws -> Connection {
        let client = RemoteClient(address, token: try RemoteToken.found(for: address))
        return try BlockingTask.run { [address] in
            Connection(client: client, feed: FollowFeed(try await client.follow(), of: address))
        }
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
        // Token files are read again.
        case .refused(401, _):
            """
            The app at \(address) was restarted, and has another token than TIMELINE_TOKEN. End this command with control-C, \
            and start it again with the new token.
            """
        default: "\(ToolError(error).message). “timeline serve” goes on trying."
        }
    }

    /// The page of the recording so far. Followed already, so that no step is missed.
    private mutating func fetchPage(_ client: RemoteClient) throws -> (page: GrowingPage, Header) {
        let name = "\(address)"
        let bytes = try BlockingTask.run { [client] in
            var client = client
            // The recording may be larger than what fits into memory.
            var spool = try Spool(named: name)
            var failure: FileError?
            try await client.timeline { (chunk) throws(RemoteError) in
                do throws(FileError) { try spool.append(chunk) } catch {
                    failure = error
                    throw .foreign(name, reason: "its timeline cannot be stored: \(error)")
                }
            }
            if let failure { throw failure }
            return try spool.finish()
        }
        let journal = try Journal(name: name, segments: [try Segment(name: name, source: bytes)])
        try journal.requireSound()
        let (page, invariants) = try makePage(journal, name)
        self.invariants = invariants
        header = journal.header
        last = journal.last
        (followed, isStateShown) = (-1, false)
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
            case .snapshot(let seq, let state): try show(state, at: seq, on: page)
            case .step(let seq, let patch, let members): try show(seq, patch, members, on: page)
            }
        }
    }

    private mutating func show(_ state: JSON, at seq: Int, on page: ServedPage) throws {
        (self.state, followed) = (state, seq)
        if seq > last {
            try fetch(last + 1...seq, on: page)
            invariants?.add(state, at: seq)
        } else {
            compare(with: page)
        }
    }

    private mutating func show(_ seq: Int, _ patch: JSONPatch, _ members: JSONObject, on page: ServedPage) throws {
        guard seq == followed + 1 else { throw foreign("step \(seq) follows step \(followed)") }
        let before = state
        do throws(JSONPatchError) { state = try patch.apply(to: state) } catch {
            throw foreign("its patch does not apply: \(error)")
        }
        followed = seq
        guard seq > last else { return compare(with: page) }
        invariants?.add(state, at: seq)
        guard let step = step(seq, members) else { return try fetch(seq...seq, on: page) }
        let state = state
        let isStateShown = isStateShown
        page.grow { page in
            if isStateShown {
                page.append(step, Self.legible(patch, before, state)) { JSONText(state.sorted) }
            } else {
                page.append(step, JSONText(state.sorted))
            }
        }
        (last, self.isStateShown) = (seq, true)
    }

    /// Compares the last state on the page, which was replayed or recorded, with that of the app.
    private mutating func compare(with page: ServedPage) {
        guard followed == last, !isStateShown else { return }
        let text = JSONText(state.sorted)
        isStateShown = page.grow { page in
            if page.position.state == text { return true }
            page.forgetState()
            return false
        }
    }

    /// The host lists each changed member of an object only where that is shorter; the page shows them to people.
    private static func legible(_ patch: JSONPatch, _ before: JSON, _ after: JSON) -> JSONPatch {
        let replacesObject = patch.operations.contains { operation in
            if case .replace(_, .object) = operation { true } else { false }
        }
        return replacesObject ? JSONDifference(from: before, to: after).patch : patch
    }

    /// A step from the members of its message; nil if these do not say when it was.
    private func step(_ seq: Int, _ members: JSONObject) -> Step? {
        guard let at = members["at"]?.number.flatMap({ Moment(seconds: $0.double) }) else { return nil }
        let change: Step.Change
        if let action = members["action"] {
            change = .action(JSONText(action))
        } else {
            change = .set(JSONText(state.sorted), by: members["by"]?.string ?? "")
        }
        return Step(
            seq: seq, at: at, change: change, from: members["from"]?.string,
            cause: members["cause"]?.int.flatMap { (0..<seq).contains($0) ? $0 : nil })
    }

    // MARK: - The timeline of the app

    /// Shows steps from the timeline of the app, which has no states between. The last state is that of the follower.
    private mutating func fetch(_ steps: ClosedRange<Int>, on page: ServedPage) throws {
        let client = RemoteClient(address, token: try RemoteToken.found(for: address))
        let (header, lines) = try lines(of: steps, client)
        guard header.session == self.header?.session else {
            throw RemoteError.unreachable("\(address)", reason: "it was restarted")
        }
        let state = JSONText(state.sorted)
        page.grow { page in
            page.forgetState()
            func append(gapUpTo seq: Int) {
                guard page.last < seq else { return }
                // The app has dropped them, or could not write them.
                let gap = Gap(
                    seq: page.last + 1, at: page.lastAt, through: seq, why: "not in the timeline of the app")
                page.append(gap, seq == steps.upperBound ? state : nil)
            }
            for line in lines {
                switch line {
                case .step(let step) where step.seq > page.last && steps.contains(step.seq):
                    append(gapUpTo: step.seq - 1)
                    page.append(step, step.seq == steps.upperBound ? state : nil)
                case .gap(let gap)
                where gap.seq > page.last && gap.seq <= gap.through && gap.through <= steps.upperBound:
                    append(gapUpTo: gap.seq - 1)
                    page.append(gap, gap.through == steps.upperBound ? state : nil)
                default: break
                }
            }
            append(gapUpTo: steps.upperBound)
        }
        (last, isStateShown) = (steps.upperBound, true)
    }

    private func lines(of steps: ClosedRange<Int>, _ client: RemoteClient) throws -> (header: Header, lines: [Line]) {
        let bytes = try BlockingTask.run { [client] in
            var client = client
            var bytes: [UInt8] = []
            try await client.timeline(steps) { bytes += $0 }
            return bytes
        }
        let lines: [Line]
        do {
            lines = try bytes.split(separator: UInt8(ascii: "\n")).map { try LineParser.parse(Array($0)) }
        } catch {
            throw foreign("its timeline has an invalid line: \(error)")
        }
        guard case .header(let header)? = lines.first else { throw foreign("its timeline has no header") }
        return (header, Array(lines.dropFirst()))
    }

    private func foreign(_ reason: String) -> RemoteError { .foreign("\(address)", reason: reason) }
}
