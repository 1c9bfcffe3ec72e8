internal import TimelineKit
package import TimelineReplay

/// Finds the same stops in both directions. Unknown states are passed over.
package struct StopSearch<State: Encodable> {
    package enum Kind: Sendable {
        case condition(String)
        case change(String)
        case path(StatePath)
    }

    package struct Stop: Equatable, Sendable {
        package let seq: Int
        package let numbers: [Int]
    }

    package struct Answer: Equatable, Sendable {
        package fileprivate(set) var stop: Stop?
        package fileprivate(set) var unknown = RangeSet<Int>()
        /// That selected nothing in any state that was visited.
        package fileprivate(set) var unseenPaths: [String] = []
    }

    private struct Watcher {
        let number: Int
        /// Whether a state that follows the last one is a stop.
        let stops: (State, StateChange<State>?) throws -> Bool
        var reset: () -> Void = {}
        let unseenPaths: () -> [String]
        var readsChanges = false

        init<Value>(_ number: Int, _ query: CachedQuery<State, Value>, stops: @escaping (State) throws -> Bool) {
            (self.number, reset) = (number, query.reset)
            self.stops = { state, _ in try stops(state) }
            unseenPaths = { query.unseenPaths }
        }

        init(_ number: Int, _ predicate: ChangeCondition<State>) {
            (self.number, readsChanges) = (number, true)
            stops = { try predicate.verdict(on: $0, from: $1) == .bad }
            unseenPaths = { predicate.unseenPaths }
        }
    }

    private let watchers: [Watcher]
    private let progress: (_ seq: Int) throws -> Void

    /// - Parameter progress: Is called with each state. An error ends the search.
    package init(
        _ kinds: [(number: Int, kind: Kind)], progress: @escaping (_ seq: Int) throws -> Void = { _ in }
    ) throws {
        self.progress = progress
        watchers = try kinds.map { number, kind in
            switch kind {
            case .condition(let text):
                let query = try ExpressionPredicate<State>(text)
                return Watcher(number, query) { state in
                    let wasGood = query.last?.answer == .good
                    return try query.answer(for: state).0 == .bad && wasGood
                }
            case .change(let text): return Watcher(number, try ChangeCondition<State>(text))
            case .path(let path):
                let query = CachedQuery<State, [JSONPath.Node]>(path)
                return Watcher(number, query) { try !query.changes(to: $0).isEmpty }
            }
        }
    }

    package func first<Source: StateSource<State>>(after seq: Int, in source: inout Source) throws -> Answer {
        let lower = try source.state(at: seq) == nil ? source.start(atOrBefore: seq) : seq
        let answer = try search(lower...source.journal.end, of: &source, firstAfter: seq)
        return self.answer(answer.stop, answer.unknown.intersection(RangeSet(seq..<Int.max)))
    }

    private func answer(_ stop: Stop?, _ unknown: RangeSet<Int>) -> Answer {
        Answer(stop: stop, unknown: unknown, unseenPaths: watchers.flatMap { $0.unseenPaths() })
    }

    /// Walks backwards, in stretches that begin at recorded states and double in length.
    package func last<Source: StateSource<State>>(before seq: Int, in source: inout Source) throws -> Answer {
        let first = source.journal.first
        var unknown = RangeSet<Int>()
        if try source.state(at: seq) == nil { unknown.insert(seq, within: 0..<Int.max) }
        var (upper, length) = (seq - 1, 1)
        while upper > first {
            let lower = try source.start(atOrBefore: max(first, upper - length))
            let answer = try search(lower...upper, of: &source)
            unknown.formUnion(answer.unknown)
            if let stop = answer.stop { return self.answer(stop, unknown.intersection(RangeSet(stop.seq..<Int.max))) }
            (upper, length) = (lower, min(2 * (upper - lower), 1 << 16))
        }
        return answer(nil, unknown)
    }

    /// Never stops at the first position of the range.
    private func search<Source: StateSource<State>>(
        _ range: ClosedRange<Int>, of source: inout Source, firstAfter position: Int? = nil
    ) throws -> Answer {
        var answer = Answer()
        for watcher in watchers { watcher.reset() }
        var changes = watchers.contains(where: \.readsChanges) ? source.changes(after: 0) : nil
        try source.walk(range) { seq, state in
            try progress(seq)
            let change = try changes?.change(to: state, at: seq)
            let numbers = try watchers.filter { try $0.stops(state, change) }.map(\.number)
            if numbers.isEmpty || seq <= position ?? 0 { return true }
            answer.stop = Stop(seq: seq, numbers: numbers)
            return position == nil
        } unknown: { positions in
            answer.unknown.insert(contentsOf: positions.lowerBound..<positions.upperBound + 1)
            return true
        }
        return answer
    }
}
