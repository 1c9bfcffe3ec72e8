internal import TimelineSystem

/// The step that a thread reduces, and where the values that its reducer generates go to or come from.
struct GeneratedScope {
    enum Source {
        case recording(Writer, seq: Int)
        case replay(RecordedValues)
    }

    /// A writer that its recorder retains while the reducer runs: to retain it for each step again takes some 15 ns.
    struct Writer {
        unowned(unsafe) let writer: any GeneratedValueWriter
    }

    private static let slot = ThreadSlot()

    private let source: Source

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
    static func value<Value: Codable & Sendable>(
        _ name: String, isValid: (Value) -> Bool = { _ in true }, make: () -> Value,
        seeded: (inout SeededGenerator) -> Value?
    ) -> Value {
        guard let scope = slot.pointer?.assumingMemoryBound(to: GeneratedScope.self) else { return make() }
        switch scope.pointee.source {
        case .recording(let writer, let seq):
            let value = make()
            writer.writer.write(value, name, ofStep: seq)
            return value
        case .replay(let values):
            return values.next(name, isValid: isValid, make: make, seeded: seeded)
        }
    }
}

/// Writes generated values, before the reducer gets them. Implemented in `Recording`, on which this folder does not depend.
protocol GeneratedValueWriter: AnyObject, Sendable {
    func write(_ value: some Encodable, _ name: String, ofStep seq: Int)
}
