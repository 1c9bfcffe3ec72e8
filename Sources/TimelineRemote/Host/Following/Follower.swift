package import TimelineJSON
package import TimelineKit

/// Someone who follows a store from afar.
///
/// The thread that dispatches puts the step into the mailbox, with a copy of the state that costs next to nothing, and goes
/// on. States are encoded and compared on the task of the follower, as fast as it reads.
package final class Follower<State: Codable & Sendable, Action: Codable & Sendable>: FollowSource {
    private let inbox: Inbox<State, Action>
    private let subscription: Subscription
    private let store: Store<State, Action>
    private let start: (state: State, seq: Int)
    /// How far the numbers of the recording are ahead of the store's.
    private let offset: Int
    private let after: Int?

    /// - Parameters:
    ///   - limit: How many steps may wait.
    ///   - after: The last step that is known, as the recording counts.
    package init(_ store: Store<State, Action>, limit: Int, offset: Int, after: Int?) {
        let inbox = Inbox<State, Action>(limit: limit)
        self.inbox = inbox
        self.store = store
        // First this, then the state: a step that is in both is passed over.
        subscription = store.subscribe(StepWitness { inbox.put($0) })
        start = store.live
        self.offset = offset
        self.after = after
    }

    package func run(_ send: (JSON) async throws -> Void) async throws {
        func tell(_ message: FollowMessage) async throws { try await send(message.json) }
        let first = start.seq + offset
        if let after, after < first { try await tell(.missed(after + 1...first)) }
        var shown = try Self.json(start.state)
        try await tell(.snapshot(seq: first, state: shown))
        // Up to here the state that was told has all.
        var told = start.seq
        var rings = inbox.bell.makeAsyncIterator()
        while !Task.isCancelled {
            guard let delivery = inbox.take() else {
                guard await rings.next() != nil else { return }
                continue
            }
            switch delivery {
            case .step(let step):
                guard step.seq > told else { continue }
                let state = try Self.json(step.state)
                let patch = JSONPatch.difference(from: shown, to: state)
                shown = state
                try await tell(.step(seq: step.seq + offset, patch: patch, what: try what(step)))
            case .missed(let steps):
                // Those that a state had already that was told were not missed.
                let from = max(steps.lowerBound, told + 1)
                guard from <= steps.upperBound else { continue }
                // The state as it is now. Steps that came since wait in the mailbox, and are passed over.
                let now = store.live
                told = now.seq
                shown = try Self.json(now.state)
                try await tell(.missed(from + offset...told + offset))
                try await tell(.snapshot(seq: told + offset, state: shown))
            }
        }
    }

    private static func json(_ value: some Encodable) throws(JSONCodingError) -> JSON {
        try JSONCoding.encode(value).value
    }

    /// The members that say what a step was, as a line of the journal does.
    private func what(_ step: WitnessedStep<State, Action>) throws(JSONCodingError) -> JSONObject {
        var object = JSONObject()
        switch step.change {
        case .set(let by): object["by"] = .string(by)
        case .action(let dispatched):
            object["action"] = try Self.json(dispatched.action)
            object["from"] = .string(dispatched.from.rawValue)
            if let cause = dispatched.cause { object["cause"] = .number(JSONNumber(cause + offset)) }
        }
        return object
    }
}
