internal import TimelineKit
internal import TimelineReplay

/// The follower's task encodes the states. A full buffer keeps no further state, which the next reducer would have to copy.
final class StoreFollower<State: Codable & Sendable, Action: Codable & Sendable>: WebSocketSession {
    private struct Step: Sendable {
        let step: StepObserver<State, Action>.Step
        /// Nil if the step is not the last one recorded.
        let at: Moment?
    }

    private let steps: AsyncStream<Step>
    /// The first step that did not fit into the buffer, as the store counts, or 0.
    private let firstMissed: Number
    private let observer: StepObserver<State, Action>
    private let store: any LiveStoreCore<State, Action>
    private let start: (state: State, seq: Int)
    private let offset: Int
    private let after: Int?

    private final class Number: Sendable {
        let value = Locked(0)
    }

    /// `after` counts as the recording does.
    init(
        _ store: any LiveStoreCore<State, Action>, _ recorder: any StoreRecording, limit: Int, offset: Int, after: Int?
    ) {
        let (steps, buffer) = AsyncStream.makeStream(of: Step.self, bufferingPolicy: .bufferingOldest(limit))
        let firstMissed = Number()
        (self.steps, self.firstMissed, self.store) = (steps, firstMissed, store)
        // Observed before the state is read: a step that the state includes is skipped.
        observer = store.observe { step in
            // The store calls this within the step, before the recorder begins another.
            let last = recorder.lastStep
            let at = last?.seq == step.seq + offset ? last?.at : nil
            // With the lock held: a full buffer has a step that is handled after the missed one is noted.
            firstMissed.value.withLock { first in
                if case .dropped = buffer.yield(Step(step: step, at: at)), first == 0 { first = step.seq }
            }
        }
        start = store.liveStep
        (self.offset, self.after) = (offset, after)
    }

    deinit { store.stopObserving(observer) }

    func run(_ sendText: (_ message: [UInt8]) async throws -> Void) async throws {
        func send(_ message: FollowMessage) async throws { try await sendText(message.json.text) }
        let first = start.seq + offset
        if let after, after < first { try await send(.missed(after + 1...first)) }
        var state = try JSONCoding.encode(start.state)
        try await send(.snapshot(seq: first, state: state.value))
        // As the store counts.
        var last = start.seq
        for await element in steps {
            let step = element.step
            if step.seq > last {
                let next = try JSONCoding.encode(step.state)
                let patch = JSONDifference(from: state, to: next, legible: false).patch
                state = next
                last = step.seq
                try await send(.step(seq: last + offset, patch: patch, description: try description(of: element)))
            }
            let isMissing = firstMissed.value.withLock { first in
                guard first > 0, last >= first - 1 else { return false }
                first = 0
                return true
            }
            guard isMissing else { continue }
            // The live state may include buffered steps, which are then skipped.
            let live = store.liveStep
            guard live.seq > last else { continue }
            try await send(.missed(last + 1 + offset...live.seq + offset))
            last = live.seq
            state = try JSONCoding.encode(live.state)
            try await send(.snapshot(seq: last + offset, state: state.value))
        }
    }

    private func description(of element: Step) throws(JSONCodingError) -> JSONObject {
        var object = JSONObject()
        object["at"] = element.at.flatMap { JSONNumber($0.seconds) }.map { .number($0) }
        switch element.step.change {
        case .set(let by): object["by"] = .string(by)
        case .action(let dispatched):
            object["action"] = try JSONCoding.encode(dispatched.action).value
            object["from"] = .string(dispatched.from.rawValue)
            // An app may pass any number as the cause.
            object["cause"] = dispatched.cause.flatMap { 0..<element.step.seq ~= $0 ? .int($0 + offset) : nil }
        }
        return object
    }
}
