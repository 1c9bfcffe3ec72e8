internal import TimelineSystem

/// The step that a thread reduces, and where the values that its reducer generates go to or come from.
struct GeneratedScope {
    enum Source {
        case recording(any GeneratedValueWriter, seq: Int)
        case replay(RecordedValues)
    }

    private static let slot = ThreadSlot()

    private let source: Source

    /// Calls a reducer of a recorded or replayed step.
    @inline(__always)
    static func reduce<Result>(_ source: Source, _ reducer: () throws -> Result) rethrows -> Result {
        var scope = GeneratedScope(source: source)
        return try withUnsafeMutablePointer(to: &scope) { scope in
            // A reducer may run the reducer of another store.
            let outer = slot.pointer
            slot.pointer = UnsafeMutableRawPointer(scope)
            defer { slot.pointer = outer }
            return try reducer()
        }
    }

    /// A value for the reducer that runs on this thread; otherwise a new one.
    ///
    /// - Parameters:
    ///   - isValid: Whether a recorded value can be handed out.
    ///   - seeded: Makes a value in an exploratory replay; nil if only `make` can.
    static func value<Value: Codable & Sendable>(
        _ name: String, isValid: (Value) -> Bool = { _ in true }, make: () -> Value,
        seeded: (inout SeededGenerator) -> Value?
    ) -> Value {
        guard let scope = slot.pointer?.assumingMemoryBound(to: GeneratedScope.self) else { return make() }
        switch scope.pointee.source {
        case .recording(let writer, let seq):
            let value = make()
            writer.write(value, name, ofStep: seq)
            return value
        case .replay(let values):
            return values.next(name, isValid: isValid, make: make, seeded: seeded)
        }
    }
}

/// Writes generated values, before the reducer gets them.
protocol GeneratedValueWriter: AnyObject, Sendable {
    func write(_ value: some Encodable, _ name: String, ofStep seq: Int)
}

/// Generates the same numbers in each replay of a step. SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    /// The time of the step, in seconds since 2001.
    let seconds: Double

    init(seed: UInt64, seconds: Double) {
        state = seed
        self.seconds = seconds
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
