internal import Dispatch
internal import Foundation
package import TimelineKit
internal import TimelineLive
internal import TimelineReplay

/// Changes are made on a serial queue, so that a retry waits for the first attempt.
final class HostedStore<P: Program>: Sendable {
    private let store: any LiveStoreCore<P.State, P.Action>
    private let program: P
    private let recorder: any StoreRecording
    private let traveler: TimeTraveler<P>
    private let replicas: ReplicaLogServer?
    private let limits: HostLimits
    private let isReadOnly: Bool
    private let linkAction: (@Sendable (String) throws -> P.Action)?
    private let onTravel: @Sendable (TimelineHost<P>.TravelEvent) -> Void
    private let isTraveling = Locked(false)
    private let knownOffset = Locked<Int?>(nil)
    private let queue = DispatchQueue(label: "timeline.remote", qos: .userInitiated)
    private let results: Locked<DeduplicationCache>

    init(
        _ liveStore: some LiveStore<P.State, P.Action>, program: P, recorder: any StoreRecording,
        sharing replicas: ReplicaLogServer?, isReadOnly: Bool,
        linkAction: (@Sendable (String) throws -> P.Action)?, limits: HostLimits,
        onTravel: @escaping @Sendable (TimelineHost<P>.TravelEvent) -> Void
    ) {
        store = liveStore.live.core
        self.program = program
        (self.recorder, self.replicas, self.isReadOnly) = (recorder, replicas, isReadOnly)
        (self.linkAction, self.limits, self.onTravel) = (linkAction, limits, onTravel)
        traveler = TimeTraveler(
            liveStore, program: program, open: { () throws(JournalError) in try recorder.openJournal() },
            whilePastIsShown: .refuse
        ) { refused in
            // A client receives a response instead.
            if refused.from != .remote { onTravel(.refused(refused)) }
        }
        results = Locked(DeduplicationCache(limit: limits.clients))
        _ = offset
    }

    /// A step's number in the recording minus its number in the store. A host that is started within a dispatch learns it after that,
    /// since within a step only one of the two may have counted it.
    private var offset: Int {
        if let known = knownOffset.withLock({ $0 }) { return known }
        store.exclusively { [self] in
            let found = recorder.seq - store.liveStep.seq
            knownOffset.withLock { $0 = found }
        }
        return knownOffset.withLock { $0 } ?? 0
    }

    var travelStatus: TravelStatus? { traveler.status }

    func resume(held: HeldActions) {
        traveler.resume(held: held)
        reportTravel()
    }

    func response(to request: HTTPRequest<Endpoint>, body: [UInt8]) async throws(RequestError) -> HTTPResponse {
        switch (request.endpoint, request.kind) {
        case (.info, _): return .value(info)
        case (.state, _): return try state(at: request.parameters["path"])
        case (.timeline, _): return try timeline(request)
        case (.travel, .read): return .value(position)
        case (.travel, _): return try await travel(try Self.parsed(body))
        case (.dispatch, _): return try await dispatch(try Self.parsed(body))
        case (.open, _): return try await open(body)
        case (.set, _):
            return try await change(try Self.parsed(body), "state") { [store] in
                [store.request(settingTo: $0, by: "remote")]
            }
        case (.replicas, .read): return try replicaServer().log(request.parameters)
        case (.replicas, _): return try await replicaServer().response(to: try Self.parsed(body))
        case (.follow, _):
            throw RequestError(426, "this path accepts only WebSocket connections", header: "Upgrade: websocket")
        }
    }

    func session(for request: HTTPRequest<Endpoint>) throws(RequestError) -> any WebSocketSession {
        let after = try Self.number("after", in: request)
        let last = store.liveStep.seq + offset
        if let after, after > last { throw RequestError(409, "step \(after) does not exist yet; the last is \(last)") }
        return StoreFollower(store, recorder, limit: limits.followerSteps, offset: offset, after: after)
    }

    private static func parsed(_ body: [UInt8]) throws(RequestError) -> JSON {
        try RequestError.mapping(400, "the body is not JSON") { try JSON(parsing: body) }
    }

    private static func number(
        _ name: String, in request: HTTPRequest<Endpoint>, of things: String = "a step"
    ) throws(RequestError) -> Int? {
        guard let text = request.parameters[name] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw RequestError(400, "\(name) must be the number of \(things)")
        }
        return number
    }

    private func replicaServer() throws(RequestError) -> ReplicaLogServer {
        if let replicas { return replicas }
        throw RequestError(
            404,
            "this app does not share its state, since its host has no replica; if it joined another app, join that one")
    }

    // MARK: - Reading

    private var info: JSON {
        .members([
            "timeline": 1, "program": .string(program.name), "version": .string(program.version),
            "seq": .int(store.liveStep.seq + offset), "readOnly": .bool(isReadOnly),
            "file": recorder.files.last.map { .string(URL(filePath: $0).path) },
        ])
    }

    private func state(at path: String?) throws(RequestError) -> HTTPResponse {
        let live = store.liveStep
        let state = try RequestError.mapping(500, "the state cannot be encoded") {
            try JSONCoding.encode(live.state).value
        }
        let seq = JSON.int(live.seq + offset)
        guard let path else { return .value(["seq": seq, "state": state]) }
        do throws(StatePath.Error) {
            let parsed = try StatePath(parsing: path)
            let values = try parsed.values(in: state)
            if parsed.pointer == nil { return .value(["seq": seq, "path": .string(path), "values": .array(values)]) }
            if let value = values.first { return .value(["seq": seq, "path": .string(path), "value": value]) }
        } catch {
            throw RequestError(400, "\(error)")
        }
        throw RequestError(404, "the state has no \(VisibleText.of(path, atMost: 60))")
    }

    private func timeline(_ request: HTTPRequest<Endpoint>) throws(RequestError) -> HTTPResponse {
        let (from, through) = (try Self.number("from", in: request), try Self.number("through", in: request))
        let known = try Self.number("bytes", in: request, of: "bytes") ?? 0
        let read = try RequestError.mapping(500, "the timeline cannot be read") {
            let files = known > 0 ? recorder.files : []
            if !files.isEmpty { return try JournalChunks(try Segment.all(listed: files, nil), after: known) }
            return try JournalChunks(try recorder.openJournal(), from: from, through: through)
        }
        let chunks = Locked(read)
        return .lines { try chunks.withLock { chunks throws(JournalError) in try chunks.next() } }
    }

    // MARK: - Changes

    private func open(_ body: [UInt8]) async throws(RequestError) -> HTTPResponse {
        guard let linkAction else {
            throw RequestError(404, "this app opens no links: pass linkAction to its TimelineHost")
        }
        return try await change(try Self.parsed(body), "link") { [store] (link: String) throws(RequestError) in
            let action = try RequestError.mapping(422, "the link cannot be opened") { try linkAction(link) }
            return [store.request(action, from: .remote)]
        }
    }

    private func dispatch(_ body: JSON) async throws(RequestError) -> HTTPResponse {
        guard let actions = body.object?["actions"] else {
            return try await change(body, "action") { [store] in [store.request($0, from: .remote)] }
        }
        guard let count = actions.array?.count, 1...ChangeRequest.actionLimit ~= count else {
            throw RequestError(400, "\"actions\" must be an array of 1 to \(ChangeRequest.actionLimit) actions")
        }
        return try await change(body, "actions") { [store] (actions: [P.Action]) in
            actions.map { store.request($0, from: .remote) }
        }
    }

    /// - Parameter make: The results, one for each element where the value is an array.
    private func change<Value: Decodable & Sendable>(
        _ body: JSON, _ member: String,
        _ make: @escaping @Sendable (Value) throws(RequestError) -> [ChangeResult]
    ) async throws(RequestError) -> HTTPResponse {
        let request = try ChangeRequest(body, member: member)
        let isList = member == "actions"
        let value = try RequestError.mapping(
            422, "\(isList ? "an action" : "the \(member)") is not valid for \(program.name)"
        ) { try JSONCoding.decode(Value.self, from: request.value) }
        let (made, repeated) = try await queue.run { [self] () throws(RequestError) -> ([ChangeResult], JSON?) in
            guard let key = request.key else { return (try make(value), nil) }
            let old = try results.withLock { (cache) throws(RequestError) in try cache.results(of: key) }
            if let old { return (old, true) }
            let made = try make(value)
            // A refused change may be retried.
            if made.first != .refused { results.withLock { $0.insert(made, for: key) } }
            return (made, nil)
        }
        if made.first == .refused {
            throw RequestError(409, "the past is shown, and actions are refused until the live state is shown again")
        }
        let answers = made.map { result -> JSON in
            switch result {
            case .step(let seq): .members(["seq": .int(seq + offset), "repeated": repeated])
            case .dropped: .members(["dropped": true, "repeated": repeated])
            case .held: .members(["held": true, "repeated": repeated])
            case .refused: .members(["refused": true, "repeated": repeated])
            }
        }
        return .value(isList ? ["actions": .array(answers)] : answers[0], status: made.contains(.held) ? 202 : 200)
    }

    // MARK: - Time travel

    private var position: JSON {
        guard let status = traveler.status else { return ["live": true, "seq": .int(store.liveStep.seq + offset)] }
        return [
            "live": false, "seq": .int(status.position), "first": .int(status.positions.lowerBound),
            "last": .int(status.positions.upperBound),
            "speed": status.speed.flatMap(JSONNumber.init).map { .number($0) } ?? .null, "held": .int(status.held),
        ]
    }

    private func travel(_ body: JSON) async throws(RequestError) -> HTTPResponse {
        let request = try TravelRequest(body)
        let failure = await queue.run { [self] () -> TravelError? in
            let wasTraveling = traveler.status != nil
            defer { reportTravel() }
            do throws(TravelError) {
                switch request {
                case .to(let position): try traveler.jump(to: position)
                case .step(let steps): try traveler.step(by: steps)
                case .play(let speed):
                    // Begins here and not in the task, which may run only after the app resumed.
                    Task { [traveler, id = try traveler.startPlayback(speed: speed)] in try await traveler.play(id) }
                case .pause: traveler.pause()
                case .resume(let releasesHeld): traveler.resume(held: releasesHeld ? .release : .refuse)
                case .continueHere(let releasesHeld): traveler.continueHere(held: releasesHeld ? .release : .refuse)
                }
                return nil
            } catch {
                // The request began to travel and failed.
                if !wasTraveling { traveler.resume() }
                return error
            }
        }
        if let failure { throw RequestError(409, failure.description) }
        return .value(position)
    }

    private func reportTravel() {
        let isTraveling = traveler.status != nil
        let wasTraveling = self.isTraveling.withLock { exchange(&$0, with: isTraveling) }
        if wasTraveling != isTraveling { onTravel(isTraveling ? .began : .ended) }
    }
}

/// A client sends its next request after it has the result of the last one. The most recently used clients are kept.
package struct DeduplicationCache: Sendable {
    private let limit: Int
    /// The last used last.
    private var clients: [(key: ChangeRequest.IdempotencyKey, results: [ChangeResult])] = []

    package init(limit: Int) { self.limit = limit }

    /// Nil for a new request. Throws for one before the last.
    package func results(of key: ChangeRequest.IdempotencyKey) throws(RequestError) -> [ChangeResult]? {
        guard let last = clients.last(where: { $0.key.client == key.client }), key.number <= last.key.number else {
            return nil
        }
        if key == last.key { return last.results }
        throw RequestError(
            409, "this client has already sent request number \(last.key.number), which is later")
    }

    package mutating func insert(_ made: [ChangeResult], for key: ChangeRequest.IdempotencyKey) {
        clients.removeAll { $0.key.client == key.client }
        clients.append((key, made))
        if clients.count > limit { clients.removeFirst() }
    }
}

/// What a host sends of a timeline.
package struct JournalChunks {
    private var lines: JournalReader
    private let steps: ClosedRange<Int>?
    private var header: [UInt8]?
    private var isAtEnd = false

    init(_ journal: Journal, from: Int?, through: Int?) throws(JournalError) {
        header = LineWriter.header(journal.header)
        guard from != nil || through != nil else {
            lines = journal.lines()
            steps = nil
            return
        }
        let (from, through) = (from ?? 0, through ?? .max)
        lines = try journal.lines(fromStep: max(from, journal.first))
        steps = from <= through ? from...through : 0...0
    }

    /// The lines after that many bytes behind the header. Those before are not read.
    package init(_ segments: [Segment], after bytes: Int) throws {
        let sequence = try SegmentSequence(segments)
        (header, steps) = (LineWriter.header(sequence.header), nil)
        var (place, rest) = (Place(segment: 0, byte: 0), bytes)
        for (index, segment) in sequence.segments.enumerated() where rest > 0 {
            var lines = RawLines(segment.source)
            let headerSize = try lines.next().map { $0.bytes.count + 1 } ?? 0
            place = Place(segment: index, byte: min(headerSize + min(rest, segment.size), segment.size))
            rest -= segment.size - headerSize
        }
        // In the middle of a line: the bytes are of another run, as its header shows.
        let before = try sequence.segments[place.segment].source.read(at: max(0, place.byte - 1), count: 1)
        if before != [UInt8(ascii: "\n")] { place = Place(segment: 0, byte: 0) }
        lines = JournalReader(sequence.segments, from: place)
    }

    package mutating func next(bytes limit: Int = 64 << 10) throws(JournalError) -> [UInt8]? {
        var chunk = header.take() ?? []
        while !isAtEnd, chunk.count < limit {
            guard let line = try lines.next() else {
                isAtEnd = true
                break
            }
            if isIncluded(line.content) { chunk += line.bytes + [UInt8(ascii: "\n")] }
        }
        return chunk.isEmpty ? nil : chunk
    }

    private mutating func isIncluded(_ line: Line) -> Bool {
        if case .header = line { return false }
        guard let steps else { return true }
        switch line {
        case .step(let step):
            isAtEnd = isAtEnd || step.seq >= steps.upperBound
            return steps.contains(step.seq)
        case .gap(let gap): return gap.seq <= steps.upperBound && gap.through >= steps.lowerBound
        default: return false
        }
    }
}
