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
        #expect(try Self.literal(Action.start) == ".start")
        #expect(try Self.literal(Action.add(amount: -5)) == ".add(amount: -5)")
        #expect(try Self.literal(Action.move(to: 0.5, true)) == ".move(to: 0.5, true)")
        #expect(try Self.literal(Action.named("a \"b\"\n\\")) == #".named("a \"b\"\n\\")"#)
        #expect(try Self.literal(Action.named(nil)) == ".named(nil)")
        #expect(
            try Self.literal(Action.many([1, -2], nested: .add(amount: 1)))
                == ".many([1, -2], nested: .add(amount: 1))")
        #expect(try Self.literal(Action.side(.right)) == ".side(.right)")
    }

    @Test func otherTypesAreNot() throws {
        #expect(try Self.literal(Action.point(Point())) == nil)
        #expect(try Self.literal(Other.one) == nil)
        #expect(try Self.literal(Point()) == nil)
    }

    @Test func aTypeThatDescribesItselfIsNot() throws {
        #expect(try Self.literal(Holder.debugged(.one)) == nil)
        #expect(try Self.literal(Holder.streamed(.one)) == nil)
        #expect(try Self.literal(Holder.mirrored(.add(amount: 1))) == nil)
        #expect(try Self.literal(Mirrored.add(amount: 1)) == nil)
    }

    @Test func aNameThatMeansSomethingElseAfterADotIsNot() throws {
        #expect(try Self.literal(Holder.named(.`init`)) == nil)
        #expect(try Self.literal(Holder.named(.`self`)) == nil)
        #expect(try Self.literal(Holder.named(.`default`)) == ".named(.default)")
    }

    @Test func anOptionalInAnOptionalIsNot() throws {
        #expect(try Self.literal(Holder.nested(.some(nil))) == nil)
        #expect(try Self.literal(Holder.nested(1)) == ".nested(1)")
    }
}
