import Testing
import TimelineTestSupport

/// What the compiler says of a type that cannot be recorded, in a list of `ActionTypes`.
@Suite(.ownThreads)
struct ActionTypesDiagnosticsTests {
    private let source = """
        import TimelineKit

        protocol Action {}
        struct Fine: Action, Codable, Sendable {}
        struct NotCodable: Action {}
        final class NotSendable: Action, Codable {}

        let types = ActionTypes<any Action>(Fine.self, NotCodable.self)
        let tagged = ActionTypes<any Action>().adding(NotCodable.self, tag: "old")
        let shared = ActionTypes<any Action>(Fine.self, NotSendable.self)
        """

    @Test func aTypeThatIsNotCodableOrNotSendableIsNamedByTheCompiler() throws {
        let (isSuccess, output) = try Compiler.compile(["Actions.swift": source], ["-swift-version", "6"])
        #expect(!isSuccess)
        #expect(
            output.split(separator: "\n").filter { $0.hasPrefix("Actions.swift:") && $0.contains(" error: ") } == [
                "Actions.swift:8:13: error: initializer 'init(_:)' requires that 'NotCodable' conform to 'Decodable'",
                "Actions.swift:8:13: error: initializer 'init(_:)' requires that 'NotCodable' conform to 'Encodable'",
                "Actions.swift:9:40: error: instance method 'adding(_:tag:)' requires that 'NotCodable' conform to 'Decodable'",
                "Actions.swift:9:40: error: instance method 'adding(_:tag:)' requires that 'NotCodable' conform to 'Encodable'",
                "Actions.swift:10:36: error: type 'NotSendable' does not conform to the 'Sendable' protocol",
            ])
    }
}
