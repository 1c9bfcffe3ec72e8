package import TimelineKit
internal import TimelineReplay

/// What an app was asked for by a change of its state, and whether it came in time.
package struct Responses: Equatable, Sendable {
    package fileprivate(set) var kept = 0
    /// The step that asked, and the one at which the time was up, or the first one after it.
    package fileprivate(set) var broken: [ClosedRange<Int>] = []
    /// At the end, or where what follows is unknown or was set from outside. Not decided.
    package fileprivate(set) var open: [Int] = []
}

extension Responses: CustomStringConvertible {
    package var description: String {
        "\(kept) in time, \(broken.count) not in time" + (open.isEmpty ? "" : ", \(open.count) open")
    }
}

/// `--after EXPR --expect EXPR --within TIME`
package struct ResponseQuestion: Codable, Hashable, Sendable {
    package let after, expect: String
    private let steps: Int?
    private let seconds: Double?

    package init(after: String, expect: String, within limit: ResponseLimit) {
        (self.after, self.expect) = (after, expect)
        (steps, seconds) =
            switch limit {
            case .steps(let steps): (steps, nil)
            case .seconds(let seconds): (nil, seconds)
            }
    }

    package var limit: ResponseLimit { steps.map { .steps($0) } ?? .seconds(seconds ?? 0) }
}

/// Bad after a step at which the time of a request is up. A class, since it remembers requests. Not thread-safe.
package final class ResponsePredicate<State>: StatePredicate {
    private let asks: (_ state: State, _ change: StateChange<State>) throws -> Bool
    private let holds: (_ state: State) throws -> Bool
    package let limit: ResponseLimit
    private let unseen: () -> [String]
    private var found = Responses()
    /// Of the step that was judged last.
    private var last: (seq: Int, verdict: Verdict)?

    package var requests: [StateRequest] = [] {
        didSet { last = nil }
    }

    package init(_ question: ResponseQuestion) throws(JSONPathError) where State: Encodable {
        let (after, expected) = (
            try ChangeCondition<State>(question.after), try ExpressionPredicate<State>(question.expect)
        )
        asks = { try after.verdict(on: $0, from: $1) == .bad }
        holds = { try expected.verdict(on: $0) == .bad }
        unseen = { after.unseenPaths + expected.unseenPaths }
        limit = question.limit
    }

    init<Action>(_ rule: Response<State, Action>) {
        asks = { if let action = $1.action as? Action { rule.asks(action, $1.before) } else { false } }
        (holds, limit, unseen) = (rule.holds, rule.limit, { [] })
    }

    package var readsChanges: Bool { true }
    package var unseenPaths: [String] { unseen() }

    /// Of all states that were judged.
    package var responses: Responses {
        var responses = found
        responses.open += requests.map(\.seq)
        return responses
    }

    package func verdict(on state: State, from change: StateChange<State>?) throws -> Verdict {
        guard let change else {
            (found, requests) = (responses, [])
            return .good
        }
        if let last, last.seq == change.seq { return last.verdict }
        let count = found.broken.count
        // The state before this step lasted until now.
        if case .seconds(let seconds) = limit { end(at: change.seq) { change.at.seconds - $0.at.seconds > seconds } }
        if try asks(state, change) { requests.append(StateRequest(seq: change.seq, at: change.at)) }
        if !requests.isEmpty, try holds(state) {
            found.kept += requests.count
            requests = []
        }
        if case .steps(let steps) = limit { end(at: change.seq) { change.seq - $0.seq >= steps } }
        let verdict: Verdict = found.broken.count > count ? .bad : .good
        last = (change.seq, verdict)
        return verdict
    }

    private func end(at seq: Int, _ isLate: (StateRequest) -> Bool) {
        let late = requests.prefix(while: isLate)
        found.broken += late.map { $0.seq...seq }
        requests.removeFirst(late.count)
    }
}
