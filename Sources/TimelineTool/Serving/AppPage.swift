internal import TimelineKit
internal import TimelineRemote
internal import TimelineReplay

/// Follows an app: its timeline has the steps, its messages the states. A restarted app is another run.
actor AppPage {
    private struct Recording {
        let header: Header
        var timeline: AppTimeline
        var follower: JournalFollower
        var invariants: (any PageInvariants)?
        /// Those after the steps that are shown.
        var waiting: [Line] = []
    }

    nonisolated let page: ServedPage
    private let address: RemoteAddress
    private let program: PageProgram
    private var recording: Recording
    /// How often the file of an app that had ended was read. The first time may have been before its last lines.
    private var readings = 0
    /// The first connection, until it is used.
    private var connection: Connection?

    private typealias Connection = (client: RemoteClient, messages: RemoteClient.Messages)

    private static let (retryTime, checkTime) = (Duration.milliseconds(500), Duration.milliseconds(100))

    init(of address: RemoteAddress, _ program: PageProgram, isControlled: Bool, _ edits: EditedRuns?) async throws {
        (self.address, self.program) = (address, program)
        var connection = try await Self.connect(to: address)
        let data: PageData
        (recording, data) = try Self.recording(try await AppTimeline(of: &connection.client), program)
        self.connection = connection
        page = ServedPage(data, .live, of: recording.timeline, isControlled: isControlled, edits: edits)
    }

    /// The app is followed before its timeline is fetched, so that no step is missed: if it is restarted in between, the messages end.
    private static func connect(to address: RemoteAddress) async throws -> Connection {
        let client = RemoteClient(address, token: try RemoteToken.found(for: address))
        return (client, try await client.follow())
    }

    private static func recording(_ timeline: AppTimeline, _ program: PageProgram) throws -> (Recording, PageData) {
        let journal = try timeline.journal()
        let (data, invariants) = try program.growingPage(of: journal, file: timeline.address)
        let follower = try journal.follower(fromStep: journal.last)
        return (Recording(header: journal.header, timeline: timeline, follower: follower, invariants: invariants), data)
    }

    func run() async throws -> Never {
        Task {
            while true {
                try await Task.sleep(for: Self.checkTime)
                check()
            }
        }
        while true {
            do { try await follow() } catch {
                if readings < 2 { try? takeRest() }
                page.show(.lost(lossText(error)))
                try await Task.sleep(for: Self.retryTime)
            }
        }
    }

    private func follow() async throws -> Never {
        let first = connection.take()
        var (client, messages) = if let first { first } else { try await Self.connect(to: address) }
        try await fetch(from: &client)
        readings = 0
        page.show(.live)
        while let message = try await messages.next() { try await show(message, messages.seq, messages.state, &client) }
        throw RemoteError.unreachable("\(address)", reason: "it closed the connection")
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

    private func check() {
        guard let invariants = recording.invariants else { return }
        invariants.check()
        page.show(invariants.found)
    }

    // MARK: - The timeline of the app

    /// Fetches what is new of the app's timeline.
    private func fetch(from client: inout RemoteClient) async throws {
        var timeline = recording.timeline
        if try await timeline.grow(from: &client) {
            recording.timeline = timeline
        } else {
            let (new, data) = try Self.recording(try await AppTimeline(of: &client), program)
            guard new.header.session == recording.header.session else {
                recording = new
                return page.begin(data, new.timeline)
            }
            // Steps that the app has dropped stay on the page.
            let last = page.grow { $0.end.last }
            (recording.timeline, recording.waiting) = (new.timeline, [])
            recording.follower = try new.timeline.journal().follower(fromStep: last)
        }
        try addWaiting()
    }

    private func addWaiting() throws {
        page.keep(recording.timeline)
        while case let new = try page.newLines(of: "\(address)", &recording.follower), !new.isEmpty {
            recording.waiting += new
        }
    }

    /// What the app wrote before it ended, if its file is on this machine. No state is known after it.
    private func takeRest() throws {
        guard let journal = try recording.timeline.growFromFile() else { return }
        try addWaiting()
        if let last = recording.waiting.last(where: \.outline.isStep)?.outline.through {
            let lines = takeLines(through: last)
            page.grow { $0.append(lines, [:]) }
            page.publish()
        }
        // The lock of the file is held until the process has ended.
        guard let file = journal.files.last?.name, !FileDescriptor.isLocked(file) else { return }
        readings += 1
        if let step = journal.unreturned { page.showCrash(inStep: step) }
    }

    private func takeLines(through seq: Int) -> [Line] {
        let lines = recording.waiting.prefix { !$0.outline.isStep || $0.outline.through <= seq }
        recording.waiting.removeFirst(lines.count)
        return Array(lines)
    }

    // MARK: - Steps

    private func show(
        _ message: FollowMessage, _ seq: Int, _ state: JSON, _ client: inout RemoteClient
    ) async throws {
        if case .missed = message { return }
        let text = JSONText(state.sorted)
        let last = page.grow { $0.end.last }
        guard seq > last else {
            guard seq == last else { return }
            recording.invariants?.begin(with: state, at: seq)
            // The state on the page was replayed or recorded. If it is another one, the next step shows its whole state.
            return page.grow { if $0.position.state != text { $0.forgetState() } }
        }
        var failure: (any Error)?
        if !recording.waiting.contains(where: { $0.outline.isStep && $0.outline.through >= seq }) {
            let session = recording.header.session
            // A step that came before the app ended is shown.
            do { try await fetch(from: &client) } catch { failure = error }
            guard recording.header.session == session else {
                throw RemoteError.unreachable("\(address)", reason: "it was restarted")
            }
        }
        let step: Step? = if case .step(_, _, let members) = message { Step(seq, text, members) } else { nil }
        let lines = takeLines(through: seq)
        page.grow { page in
            page.append(lines, [seq: text])
            if let step { page.append([.step(step)], [seq: text]) }
            page.addGap(upTo: seq, text)
        }
        page.publish()
        let action: JSONText? = if case .action(let action)? = step?.change { action } else { nil }
        recording.invariants?.add(state, at: seq, from: action)
        check()
        if let failure { throw failure }
    }
}

extension Step {
    /// As an app describes it to those who follow it.
    fileprivate init?(_ seq: Int, _ state: JSONText, _ members: JSONObject) {
        guard let at = members["at"]?.number.flatMap({ Moment(seconds: $0.double) }) else { return nil }
        self.init(
            seq: seq, at: at,
            change: members["action"].map { .action(JSONText($0)) } ?? .set(state, by: members["by"]?.string ?? ""),
            from: members["from"]?.string,
            cause: members["cause"]?.int.flatMap { (0..<seq).contains($0) ? $0 : nil })
    }
}
