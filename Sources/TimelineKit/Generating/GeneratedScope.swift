/// The step that a thread reduces, and where the values that its reducer generates go to or come from.
package struct GeneratedScope {
    private static let slot = ThreadSlot()

    /// Retained by the caller while the reducer runs: to retain it for each step again takes some 15 ns.
    private unowned(unsafe) let source: any GeneratedValueSource
    private let seq: Int

    @inline(__always)
    package static func reduce<Result>(
        _ source: any GeneratedValueSource, seq: Int, _ reducer: () throws -> Result
    ) rethrows -> Result {
        // Keeps the source for the scope, which does not.
        defer { withExtendedLifetime(source) {} }
        var scope = GeneratedScope(source: source, seq: seq)
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
        return scope.pointee.source.value(name, ofStep: scope.pointee.seq, isValid: isValid, make: make, seeded: seeded)
    }
}

/// Makes the values that a reducer asks for: a recorder writes each before the reducer gets it, and replay reads it.
package protocol GeneratedValueSource: AnyObject {
    func value<Value: Codable & Sendable>(
        _ name: String, ofStep seq: Int, isValid: (Value) -> Bool, make: () -> Value,
        seeded: (inout SeededGenerator) -> Value?
    ) -> Value
}
