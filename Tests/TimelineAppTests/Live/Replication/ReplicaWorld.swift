import TimelineKit
import TimelineTestSupport

@testable import TimelineLive

/// Replicas without files or threads, and a post that brings their logs late, twice, in any order, or not at all.
struct ReplicaWorld {
    typealias Core = ReplicaCore<Order, Numbered>
    typealias Log = ReplicaLog<Order, Numbered>
    typealias Change = Log.Change

    struct Member {
        let name: String
        var core: Core
        /// What its store shows: what it was set to, and what it reduced.
        var shown: Order
        /// All logs that it ever published, the last 40 of them.
        var logs: [Log] = []
        var conflicts: [ReplicaConflict<Order, Numbered>] = []
        /// The replicas that differed.
        var diverged: [String] = []
        var overruled = 0
        var reduced = 0
        var set = 0
    }

    let mode: Replica<OrderProgram>.Mode
    let limit, size: Int
    let start: Order
    var members: [Member] = []
    /// All changes that anyone could have read.
    var published: [String: [Int: Change]] = [:]
    let reducers: [String: @Sendable (inout Order, Numbered) -> Void]

    /// The first `joined` replicas join; by default all.
    init(
        _ mode: Replica<OrderProgram>.Mode, size: Int, joined: Int? = nil, limit: Int,
        reducers: [String: @Sendable (inout Order, Numbered) -> Void] = [:]
    ) {
        (self.mode, self.size, self.limit, self.reducers) = (mode, size, limit, reducers)
        start = Order(counts: Array(repeating: 0, count: size))
        for index in 0..<(joined ?? size) { join(index) }
    }

    /// Replicas after random steps.
    init(_ mode: Replica<OrderProgram>.Mode, limits: [Int], _ random: inout Seed) {
        self.init(mode, size: Int.random(in: 3...5, using: &random), limit: limits.randomElement(using: &random)!)
        let all = Array(0..<size)
        settle(all)
        for _ in 0..<Int.random(in: 1...200, using: &random) { step(&random, alive: all) }
        settle(all)
    }

    func name(_ index: Int) -> String { "r\(index)" }

    mutating func join(_ index: Int) {
        let core = Core(
            id: name(index), isMirroring: mode == .mirror, state: start, limit: limit,
            reduce: reducers[name(index)] ?? reduceOrder)
        members.append(Member(name: name(index), core: core, shown: start))
        members[index].core.join(members.dropLast().compactMap(\.logs.last))
        members[index].shown = members[index].core.state
        publish(index)
    }

    /// A step of its store.
    mutating func change(_ index: Int) {
        var state = members[index].shown
        let action = Numbered(thread: index, count: state.counts[index] + 1)
        (reducers[name(index)] ?? reduceOrder)(&state, action)
        members[index].shown = state
        members[index].core.change(.action(action), resultingIn: state)
    }

    mutating func publish(_ index: Int) {
        let (log, diverged) = members[index].core.publish()
        members[index].diverged += diverged
        for change in log.changes { published[log.id, default: [:]][change.number] = change }
        members[index].logs = members[index].logs.suffix(39) + [log]
    }

    mutating func share(_ index: Int) {
        change(index)
        publish(index)
    }

    mutating func deliver(_ logs: [Log], to index: Int) {
        let outcome = members[index].core.receive(logs)
        members[index].conflicts += outcome.conflicts
        members[index].overruled += outcome.overruled
        switch outcome.update {
        case .nothing: break
        case .set(let state):
            members[index].shown = state
            members[index].set += 1
        case .reduce(let actions):
            for action in actions { (reducers[name(index)] ?? reduceOrder)(&members[index].shown, action) }
            members[index].reduced += actions.count
        }
    }

    /// Killed at any moment, and started again: what was not published is gone.
    mutating func restart(_ index: Int) {
        let log = members[index].logs.last!
        members[index].core = Core(
            id: name(index), isMirroring: mode == .mirror, state: start, limit: limit, resuming: log,
            reduce: reducers[name(index)] ?? reduceOrder)
        members[index].core.join(members.indices.filter { $0 != index }.compactMap { members[$0].logs.last })
        members[index].shown = members[index].core.state
    }

    /// Something happens.
    mutating func step(_ random: inout Seed, alive: [Int]) {
        let index = alive.randomElement(using: &random)!
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: change(index)
        case 4...5: publish(index)
        default:
            let others = members.indices.filter { $0 != index && !members[$0].logs.isEmpty }
            let some = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
                others.randomElement(using: &random)
            }
            let logs = some.map { other -> Log in
                // The last, mostly; else one of long ago.
                Bool.random(using: &random)
                    ? members[other].logs.last! : members[other].logs.randomElement(using: &random)!
            }
            deliver(logs, to: index)
        }
    }

    /// All that was sent arrives at last.
    mutating func settle(_ alive: [Int]) {
        for _ in 0..<6 {
            for index in alive { publish(index) }
            for index in alive {
                deliver(members.indices.filter { $0 != index }.compactMap { members[$0].logs.last }, to: index)
            }
        }
    }

    /// What the rule makes of all that was published.
    var ruled: [Change] { published.values.flatMap(\.values).sorted { ($0.clock, $0.origin) < ($1.clock, $1.origin) } }

    func state(of changes: [Change]) -> Order {
        changes.reduce(into: start) { state, change in
            switch change.kind {
            case .action(let action): reduceOrder(&state, action)
            case .set(let new, _): state = new
            }
        }
    }
}
