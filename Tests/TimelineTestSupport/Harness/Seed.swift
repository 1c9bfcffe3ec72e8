/// Random numbers that can be had again: Seed (Steele, Lea and Flood, 2014). A test that uses them prints the seed.
package struct Seed: RandomNumberGenerator, CustomStringConvertible {
    private let start: UInt64
    private var state: UInt64

    /// That of the harness.
    package init() { self.init(Harness.seed) }

    package init(_ start: UInt64) {
        self.start = start
        state = start
    }

    /// That of the harness and those after it, one for each turn of a loop: one that fails is the first where `TIMELINE_SEED` names it.
    package static func several(_ count: Int) -> [Seed] { (0..<UInt64(count)).map { Seed(Harness.seed &+ $0) } }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    package var description: String { "seed \(start)" }
}
