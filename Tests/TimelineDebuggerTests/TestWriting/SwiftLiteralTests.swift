import Testing
import TimelineJSON

@testable import TimelineDebugger

struct SwiftLiteralTests {
    enum Side: String, Codable { case left, right }
    struct Point: Codable { var x = 1 }
    indirect enum Action: Codable {
        case start
        case add(amount: Int)
        case move(to: Double, Bool)
        case named(String?)
        case many([Int8], nested: Action)
        case point(Point)
        case side(Side)
    }
    /// Its description is not the name of its case, and neither is its coding.
    enum Other: Int, Codable, CustomStringConvertible {
        case one
        var description: String { "first" }
    }

    /// Each describes itself as the case that its coding names, which it is not.
    enum Debugged: String, Codable, CustomDebugStringConvertible {
        case one
        var debugDescription: String { "two" }
    }
    enum Streamed: String, Codable, TextOutputStreamable {
        case one
        func write<Target: TextOutputStream>(to target: inout Target) { target.write("two") }
    }
    enum Mirrored: Codable, CustomReflectable {
        case add(amount: Int)
        var customMirror: Mirror { Mirror(self, children: ["add": 7], displayStyle: .enum) }
    }
    /// A case whose name is not its literal.
    enum Named: String, Codable { case `init`, `self`, `default` }
    enum Holder: Codable {
        case debugged(Debugged)
        case streamed(Streamed)
        case mirrored(Mirrored)
        case named(Named)
        case nested(Int??)
    }

    private static func literal(_ action: some Encodable) throws -> String? {
        SwiftLiteral.of(action, encoded: try JSONCoding.encode(action).value)
    }

    @Test func casesOfStandardTypesAreWritten() throws {
        let actions: [(Action, String)] = [
            (.start, ".start"), (.add(amount: -5), ".add(amount: -5)"), (.move(to: 0.5, true), ".move(to: 0.5, true)"),
            (.named("a \"b\"\n\\"), #".named("a \"b\"\n\\")"#), (.named(nil), ".named(nil)"),
            (.many([1, -2], nested: .add(amount: 1)), ".many([1, -2], nested: .add(amount: 1))"),
            (.side(.right), ".side(.right)"),
        ]
        for (action, literal) in actions { #expect(try Self.literal(action) == literal) }
        #expect(try Self.literal(Holder.named(.`default`)) == ".named(.default)")
        #expect(try Self.literal(Holder.nested(1)) == ".nested(1)")
    }

    /// Other types, types that describe themselves, names that mean something else after a period, and an optional in an optional.
    @Test func otherValuesAreNotWritten() throws {
        let values: [any Encodable] = [
            Action.point(Point()), Other.one, Point(), Holder.debugged(.one), Holder.streamed(.one),
            Holder.mirrored(.add(amount: 1)), Mirrored.add(amount: 1), Holder.named(.`init`), Holder.named(.`self`),
            Holder.nested(.some(nil)),
        ]
        for value in values { #expect(try Self.literal(value) == nil, "\(value)") }
    }
}
