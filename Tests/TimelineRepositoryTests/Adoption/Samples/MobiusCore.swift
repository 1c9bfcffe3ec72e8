import MobiusCore
import TimelineKit

nonisolated enum LoopCore {
    struct Counter: Codable, Equatable, Sendable { var count = 0 }
    enum Event: Codable, Sendable { case add(by: Int) }
    enum Effect { case fetch }

    static func update(model: Counter, event: Event) -> Next<Counter, Effect> { .dispatchEffects([.fetch]) }

    // sample: Mobius#Overview:6
}
