internal import Dispatch
internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit

/// Serves a store.
///
/// What changes it is done on a queue, one after another: a store has one turn at a time anyway, and a request that is
/// sent again waits for the first.
package final class HostedStore<P: Program>: HostService {
    private let store: Store<P.State, P.Action>
    private let program: P
    private let recorder: Recorder<P.State, P.Action>
    private let traveler: TimeTraveler<P>
    private let sheets: HostedSheets?
    private let limits: RemoteLimits
    private let isReadOnly: Bool
    private let onTravel: @Sendable (HostedTravel<P.Action>) -> Void
    /// Whether the app was told that the past is on show.
    private let isAway = Locked(false)
    /// How far the numbers of the recording are ahead of the store's: they may not have begun together.
    private let offset: Int
    private let queue = DispatchQueue(label: "timeline.remote", qos: .userInitiated)
    private let ledger: Locked<ClientLedger>

    package init(
        _ store: Store<P.State, P.Action>, program: P, recorder: Recorder<P.State, P.Action>,
        sharing sheets: HostedSheets?, isReadOnly: Bool, limits: RemoteLimits,
        onTravel: @escaping @Sendable (HostedTravel<P.Action>) -> Void
    ) {
        self.store = store
        self.program = program
        self.recorder = recorder
        self.sheets = sheets
        self.isReadOnly = isReadOnly
        self.limits = limits
        self.onTravel = onTravel
        traveler = TimeTraveler(store, program: program, recorder: recorder, meanwhile: .lock) { refused in
            // A client has its answer.
            if refused.from != .remote { onTravel(.refused(refused)) }
        }
        ledger = Locked(ClientLedger(limit: limits.clients))
        offset = StepOffset.between(store, recorder)
    }

    /// Where a client has taken the store; nil while the live state is on show.
    package var travelStatus: TravelStatus? { traveler.status }

    /// Shows the live state again, where a client left the past on show.
    package func resume(held: HeldActions) {
        traveler.resume(held: held)
        noteTravel()
    }

    package func answer(_ passage: Passage, body: [UInt8]) async -> Answer {
        do throws(Refusal) {
            switch (passage.path, passage.kind) {
            case (.info, _): return .value(info)
            case (.state, _): return try state(at: passage.parameters["path"])
            case (.timeline, _): return try timeline(passage.parameters)
            case (.travel, .read): return .value(whereabouts)
            case (.travel, _): return try await travel(try RemoteBody.parsed(body))
            case (.dispatch, _): return try await dispatch(try RemoteBody.parsed(body))
            case (.set, _): return try await set(try RemoteBody.parsed(body))
            case (.replicas, .change): return try await shared().take(try RemoteBody.parsed(body))
            case (.follow, _), (.replicas, _):
                return .refused(Refusal(426, "this path is a WebSocket", header: "Upgrade: websocket"))
            }
        } catch {
            return .refused(error)
        }
    }

    package func follow(_ passage: Passage) throws(Refusal) -> any FollowSource {
        if passage.path == .replicas { return try shared().join(passage.parameters) }
        var after: Int?
        if let text = passage.parameters["after"] {
            guard let number = Int(text), number >= 0 else {
                throw Refusal(400, "after should be the number of a step")
            }
            after = number
        }
        let last = store.live.seq + offset
        if let after, after > last {
            throw Refusal(409, "there is no step \(after) in this run yet; the last is \(last)")
        }
        return Follower(store, limit: limits.followerSteps, offset: offset, after: after)
    }

    private func shared() throws(Refusal) -> HostedSheets {
        guard let sheets else {
            throw Refusal(
                404,
                "this app is no host of a shared state, as it has no replica of its own; where it shares through another "
                    + "app, join that one")
        }
        return sheets
    }

    // MARK: - Reading

    private var info: JSON {
        [
            "timeline": 1, "program": .string(program.name), "version": .string(program.version),
            "seq": .number(JSONNumber(store.live.seq + offset)), "readOnly": .bool(isReadOnly),
        ]
    }

    private func state(at path: String?) throws(Refusal) -> Answer {
        let live = store.live
        let state: JSON
        do throws(JSONCodingError) { state = try JSONCoding.encode(live.state).value } catch {
            throw Refusal(500, "the state cannot be encoded: \(error)")
        }
        let seq = JSON.number(JSONNumber(live.seq + offset))
        guard let path else { return .value(["seq": seq, "state": state]) }
        switch try RemoteBody.values(at: path, in: state) {
        case .one(let value): return .value(["seq": seq, "path": .string(path), "value": value])
        case .many(let values): return .value(["seq": seq, "path": .string(path), "values": .array(values)])
        }
    }

    private func timeline(_ parameters: [String: String]) throws(Refusal) -> Answer {
        func number(_ name: String) throws(Refusal) -> Int? {
            guard let text = parameters[name] else { return nil }
            guard let number = Int(text), number >= 0 else {
                throw Refusal(400, "\(name) should be the number of a step")
            }
            return number
        }
        let from = try number("from")
        let through = try number("through")
        let journal: Journal
        do throws(JournalError) { journal = try recorder.openJournal() } catch {
            throw Refusal(500, "the timeline cannot be read: \(error)")
        }
        let lines: TimelineLines
        if from == nil, through == nil {
            lines = TimelineLines(all: journal)
        } else {
            lines = TimelineLines(journal, from: from ?? 0, through: through ?? .max)
        }
        let source = Locked(lines)
        return .lines { try source.withLock { lines throws(JournalError) in try lines.next(bytes: 64 << 10) } }
    }

    // MARK: - Steering

    private func dispatch(_ body: JSON) async throws(Refusal) -> Answer {
        let change = try RemoteBody.read { () throws(RemoteBodyError) in try RemoteChange(body, key: "action") }
        let action: P.Action
        do throws(JSONCodingError) { action = try JSONCoding.decode(P.Action.self, from: change.value) } catch {
            throw Refusal(422, "the action is none of \(program.name)'s: \(error)")
        }
        return try await ask(change) { [store] in store.ask(for: action, from: .remote) }
    }

    private func set(_ body: JSON) async throws(Refusal) -> Answer {
        let change = try RemoteBody.read { () throws(RemoteBodyError) in try RemoteChange(body, key: "state") }
        let state: P.State
        do throws(JSONCodingError) { state = try JSONCoding.decode(P.State.self, from: change.value) } catch {
            throw Refusal(422, "the state is none of \(program.name)'s: \(error)")
        }
        return try await ask(change) { [store] in store.ask(toSet: state, by: "remote") }
    }

    private func ask(_ change: RemoteChange, _ work: @escaping @Sendable () -> Asked) async throws(Refusal) -> Answer {
        let finding = await onQueue { [self] () -> (ClientLedger.Finding, Asked?) in
            guard let ticket = change.ticket else { return (.new, work()) }
            let finding = ledger.withLock { $0.find(ticket) }
            guard finding == .new else { return (finding, nil) }
            let asked = work()
            // What was refused may be asked for again.
            if asked != .refused { ledger.withLock { $0.note(asked, for: ticket) } }
            return (.new, asked)
        }
        switch finding {
        case (.old(let last), _): throw Refusal(409, "this client has asked for number \(last) already, a later one")
        case (.repeated(let asked), _): return try answer(asked, isRepeated: true)
        case (.new, let asked): return try answer(asked ?? .dropped, isRepeated: false)
        }
    }

    private func answer(_ asked: Asked, isRepeated: Bool) throws(Refusal) -> Answer {
        var object = JSONObject()
        var status = 200
        switch asked {
        case .step(let seq): object["seq"] = .number(JSONNumber(seq + offset))
        case .dropped: object["dropped"] = true
        case .held:
            object["held"] = true
            status = 202
        case .refused: throw Refusal(409, "the past is on show, and actions are refused until the live state is back")
        }
        if isRepeated { object["repeated"] = true }
        return .value(.object(object), status: status)
    }

    // MARK: - Travelling

    private var whereabouts: JSON {
        guard let status = traveler.status else {
            return ["live": true, "seq": .number(JSONNumber(store.live.seq + offset))]
        }
        return [
            "live": false, "seq": .number(JSONNumber(status.position)),
            "first": .number(JSONNumber(status.positions.lowerBound)),
            "last": .number(JSONNumber(status.positions.upperBound)),
            "speed": status.speed.flatMap(JSONNumber.init).map { .number($0) } ?? .null,
            "held": .number(JSONNumber(status.held)),
        ]
    }

    private func travel(_ body: JSON) async throws(Refusal) -> Answer {
        let journey = try RemoteBody.read { () throws(RemoteBodyError) in try RemoteJourney(body) }
        let failure = await onQueue { [self] () -> TravelError? in
            let wasAway = traveler.status != nil
            defer { noteTravel() }
            do throws(TravelError) {
                switch journey {
                case .to(let position): try traveler.jump(to: position)
                case .step(let steps): try traveler.step(by: steps)
                case .play(let speed):
                    // Where it cannot, it says so now.
                    try traveler.step(by: 0)
                    Task { [traveler] in try await traveler.play(speed: speed) }
                case .pause: traveler.pause()
                case .resume(let released): traveler.resume(held: released ? .release : .refuse)
                case .continueHere(let released): traveler.continueHere(held: released ? .release : .refuse)
                }
                return nil
            } catch {
                // It has left, and got nowhere.
                if !wasAway { traveler.resume() }
                return error
            }
        }
        if let failure { throw Refusal(409, failure.description) }
        return .value(whereabouts)
    }

    /// Tells the app where it is in time, when that has changed.
    private func noteTravel() {
        let isAway = traveler.status != nil
        let was = self.isAway.withLock { known in
            defer { known = isAway }
            return known
        }
        if was != isAway { onTravel(isAway ? .left : .back) }
    }

    private func onQueue<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: work()) } }
    }
}
