/// Random numbers that can be had again. A test that uses them prints the seed where it fails.
struct Seed: RandomNumberGenerator, CustomStringConvertible {
    private let start: UInt64
    private var state: UInt64

    /// A new seed for each run.
    init() { self.init(.random(in: .min ... .max)) }

    init(_ start: UInt64) {
        self.start = start
        state = start
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    var description: String { "seed \(start)" }
}
