#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Values that a reducer cannot compute from its state and action: the time, identifiers, random numbers.
///
///     case .addTapped:
///         state.items.append(Item(id: Generated.uuid(), added: Generated.now))
///
/// For a reducer that makes such values itself, replay cannot give the recorded states. In a reducer that is recorded, each
/// value is on file before the reducer gets it, and replay hands out the recorded values in their order. A replayed reducer
/// that asks for another value than the recorded one diverges: see `ReplayError.Code.generated`.
///
/// The program declares that it uses them: `Program.generatesValues`. Without that, and outside a recorded reducer, the values
/// are made anew and recorded nowhere. So are those of a `Task` or thread that a reducer starts.
///
/// **Cost.** A step that generates nothing pays 30 to 40 ns; a value about as much as an action, since it is a line of its own.
public enum Generated {
    /// The present time. JSON: the seconds since 2001.
    public static var now: Date {
        GeneratedScope.value("now", make: { Date() }, seeded: { Date(timeIntervalSinceReferenceDate: $0.seconds) })
    }

    /// A new identifier. JSON: its text.
    public static func uuid() -> UUID {
        GeneratedScope.value("uuid", make: { UUID() }) { seed in
            let bytes = [seed.next(), seed.next()].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
            }
            return UUID(uuidString: Pseudonyms.uuid(bytes, version: 4))
        }
    }

    /// A random number in a range that is not empty. JSON: the number.
    public static func random<Number: FixedWidthInteger & Codable & Sendable>(in range: Range<Number>) -> Number {
        GeneratedScope.value(
            "random", isValid: range.contains, make: { .random(in: range) }, seeded: { .random(in: range, using: &$0) })
    }

    /// A random number in a range. JSON: the number.
    public static func random<Number: FixedWidthInteger & Codable & Sendable>(in range: ClosedRange<Number>) -> Number {
        GeneratedScope.value(
            "random", isValid: range.contains, make: { .random(in: range) }, seeded: { .random(in: range, using: &$0) })
    }

    /// A random number in a range that is not empty. JSON: the number.
    public static func random(in range: Range<Double>) -> Double {
        GeneratedScope.value(
            "random", isValid: range.contains, make: { .random(in: range) }, seeded: { .random(in: range, using: &$0) })
    }

    /// A random number in a range. JSON: the number.
    public static func random(in range: ClosedRange<Double>) -> Double {
        GeneratedScope.value(
            "random", isValid: range.contains, make: { .random(in: range) }, seeded: { .random(in: range, using: &$0) })
    }

    /// Any other value.
    ///
    ///     let token = Generated.value("token") { keychain.newToken() }
    ///
    /// - Parameters:
    ///   - name: What it is. Replay hands out a value under this name only.
    ///   - make: Makes a value. Not called in replay, unless no value is on file.
    public static func value<Value: Codable & Sendable>(_ name: String, _ make: () -> Value) -> Value {
        GeneratedScope.value(name, make: make) { _ in nil }
    }
}
