package import TimelineKit
internal import TimelineReplay

/// What an app was asked for by a change of its state, and whether it came in time.
package struct Responses {
    package enum Limit: Equatable, Sendable {
        /// After the step that asked; 0 is its own state.
        case steps(Int)
        case seconds(Double)
    }

    package fileprivate(set) var kept = 0
    /// With the step at which the time was up, or the first one after it.
    package fileprivate(set) var broken: [(asked: Step, end: Step)] = []
    /// At the end, or where what follows is unknown or was set from outside. Not decided.
    package fileprivate(set) var open: [Step] = []
}

/// Bad after a step at which the time of a request is up. A class, since it remembers requests. Not thread-safe.
package final class ResponsePredicate<State: Encodable>: StatePredicate {
    private let asks: ChangeCondition<State>
    private let expected: ExpressionPredicate<State>
    private let limit: Responses.Limit
    private var waiting: [(step: Step, number: Int)] = []
    private var number = 0
    private var found = Responses()

    package init(after: String, expect: String, within limit: Responses.Limit) throws(JSONPathError) {
        (asks, expected, self.limit) = (try ChangeCondition(after), try ExpressionPredicate(expect), limit)
    }

    package var readsChanges: Bool { true }
    package var unseenPaths: [String] { asks.unseenPaths + expected.unseenPaths }

    package var responses: Responses {
        var responses = found
        responses.open += waiting.map(\.step)
        return responses
    }

    package func verdict(on state: State) -> Verdict { .good }

    package func verdict(on state: State, from change: StateChange<State>?) throws -> Verdict {
        guard let change, let step = change.step else {
            (found, waiting) = (responses, [])
            return .good
        }
        number += 1
        let count = found.broken.count
        // The state before this step lasted until now.
        if case .seconds(let seconds) = limit { end(at: step) { step.at.seconds - $0.step.at.seconds > seconds } }
        if try asks.verdict(on: state, from: change) == .bad { waiting.append((step, number)) }
        if !waiting.isEmpty, try expected.verdict(on: state) == .bad {
            found.kept += waiting.count
            waiting = []
        }
        if case .steps(let steps) = limit { end(at: step) { number - $0.number >= steps } }
        return found.broken.count > count ? .bad : .good
    }

    private func end(at step: Step, _ isLate: ((step: Step, number: Int)) -> Bool) {
        let late = waiting.prefix(while: isLate)
        found.broken += late.map { ($0.step, step) }
        waiting.removeFirst(late.count)
    }
}
