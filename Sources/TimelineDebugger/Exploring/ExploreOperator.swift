internal import TimelineKit

package enum ExploreOperator: String, CaseIterable, Codable, Sendable {
    // User actions.
    case drop
    case `repeat`
    case swap
    /// Continues with a stretch of another recording, or with single actions of any.
    case splice
    /// A value of a field that another action has.
    case value
    /// 0, -1, empty, very long, not ASCII.
    case boundary

    // Results of effects. A result is only used after its cause.
    case later
    case order
    case twice
    case never
    /// The result comes after other actions, which may have closed the screen or ended the request that it belongs to.
    case gone
}

/// The same numbers with every version of Swift.
struct SearchNumbers {
    private var generator: SeededGenerator

    init(seed: UInt64, lane: Int, run: Int) {
        let lane = StateShapeReader.mix(StateShapeReader.mix(seed &+ 0x9E37_79B9_7F4A_7C15) &+ UInt64(lane))
        let run = StateShapeReader.mix(UInt64(run) &+ 0x5851_F42D_4C95_7F2D)
        generator = SeededGenerator(seed: lane &+ run, seconds: 0)
    }

    /// Below `count`, which is positive.
    mutating func next(below count: Int) -> Int { Int(generator.next().multipliedFullWidth(by: UInt64(count)).high) }

    mutating func happens(_ chances: Int, in all: Int) -> Bool { next(below: all) < chances }
}
