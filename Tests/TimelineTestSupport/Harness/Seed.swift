internal import TimelineKit

/// Random numbers that can be had again. A test that uses them prints the seed.
package struct Seed: RandomNumberGenerator, CustomStringConvertible {
    private let start: UInt64
    private var generator: SeededGenerator

    /// That of the harness.
    package init() { self.init(Harness.seed) }

    package init(_ start: UInt64) {
        self.start = start
        generator = SeededGenerator(seed: start, seconds: 0)
    }

    /// That of the harness and those after it, one for each turn of a loop: one that fails is the first where `TIMELINE_SEED` names it.
    package static func several(_ count: Int) -> [Seed] { (0..<UInt64(count)).map { Seed(Harness.seed &+ $0) } }
    package mutating func next() -> UInt64 { generator.next() }

    package var description: String { "seed \(start)" }
}
