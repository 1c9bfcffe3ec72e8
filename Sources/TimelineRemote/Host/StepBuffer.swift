internal import TimelineKit
internal import TimelineSystem

/// A bounded buffer. When it is full, it keeps only the numbers of further steps: as long as a state is kept, the
/// reducer that changes it must copy it.
package final class StepBuffer<Step: Sendable>: Sendable {
    package enum Element: Sendable {
        case step(Step)
        case missed(ClosedRange<Int>)
    }

    private struct State {
        var steps: [Step] = []
        var missed: ClosedRange<Int>?
    }

    package let wakeups: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let limit: Int
    private let state = Locked(State())

    package init(limit: Int) {
        self.limit = limit
        (wakeups, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func append(_ step: Step, seq: Int) {
        state.withLock { state in
            if let missed = state.missed {
                state.missed = missed.lowerBound...seq
            } else if state.steps.count < limit {
                state.steps.append(step)
            } else {
                state.missed = seq...seq
            }
        }
        continuation.yield()
    }

    package func next() -> Element? {
        state.withLock { state in
            if !state.steps.isEmpty { return .step(state.steps.removeFirst()) }
            return state.missed.take().map { .missed($0) }
        }
    }
}
