internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineQuerying
internal import TimelineSystem

/// The thread that dispatches appends each step, with a copy-on-write copy of the state, to a buffer. States are
/// encoded and compared on the follower's task, as fast as its client reads.
final class StoreFollower<State: Codable & Sendable, Action: Codable & Sendable>: WebSocketSession {
    private struct Step: Sendable {
        let step: StepObserver<State, Action>.Step
        /// nil if the recorder has not recorded it as the last step.
        let at: Moment?
    }

    private let buffer: StepBuffer<Step>
    private let observer: StepObserver<State, Action>
    private let store: any LiveStoreCore<State, Action>
    private let start: (state: State, seq: Int)
    private let offset: Int
    private let after: Int?

    /// `after` is the last step that the client knows, as the recording counts.
    init(
        _ store: any LiveStoreCore<State, Action>, _ recorder: any StoreRecording, limit: Int, offset: Int, after: Int?
    ) {
        let buffer = StepBuffer<Step>(limit: limit)
        self.buffer = buffer
        self.store = store
        // Observed before the state is read: a step that the state includes is skipped.
        observer = store.observe { step in
            // The store calls this within the step, before the recorder begins another.
            let last = recorder.lastStep
            buffer.append(
                Step(step: step, at: last?.seq == step.seq + offset ? last?.at : nil), seq: step.seq)
        }
        start = store.live
        self.offset = offset
        self.after = after
    }

    deinit { store.stopObserving(observer) }

    func run(_ sendText: (_ message: [UInt8]) async throws -> Void) async throws {
        func send(_ message: FollowMessage) async throws { try await sendText(message.json.text) }
        let first = start.seq + offset
        if let after, after < first { try await send(.missed(after + 1...first)) }
        var state = try JSONCoding.encode(start.state)
        try await send(.snapshot(seq: first, state: state.value))
        // The last step that the client's state includes, as the store counts.
        var last = start.seq
        var wakeups = buffer.wakeups.makeAsyncIterator()
        while !Task.isCancelled {
            guard let element = buffer.next() else {
                guard await wakeups.next() != nil else { return }
                continue
            }
            switch element {
            case .step(let element):
                let step = element.step
                guard step.seq > last else { continue }
                let next = try JSONCoding.encode(step.state)
                let patch = JSONDifference(from: state, to: next, legible: false).patch
                state = next
                try await send(.step(seq: step.seq + offset, patch: patch, description: try description(of: element)))
            case .missed(let steps):
                let from = max(steps.lowerBound, last + 1)
                guard from <= steps.upperBound else { continue }
                // The current state may include buffered steps, which are then skipped.
                let live = store.live
                last = live.seq
                state = try JSONCoding.encode(live.state)
                try await send(.missed(from + offset...last + offset))
                try await send(.snapshot(seq: last + offset, state: state.value))
            }
        }
    }

    private static func json(_ value: some Encodable) throws(JSONCodingError) -> JSON {
        try JSONCoding.encode(value).value
    }

    private func description(of element: Step) throws(JSONCodingError) -> JSONObject {
        var object = JSONObject()
        object["at"] = element.at.flatMap { JSONNumber($0.seconds) }.map { .number($0) }
        switch element.step.change {
        case .set(let by): object["by"] = .string(by)
        case .action(let dispatched):
            object["action"] = try Self.json(dispatched.action)
            object["from"] = .string(dispatched.from.rawValue)
            object["cause"] = dispatched.cause.map { .int($0 + offset) }
        }
        return object
    }
}
