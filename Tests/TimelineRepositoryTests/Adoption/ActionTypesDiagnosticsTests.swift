import Testing
import TimelineTestSupport

/// What the compiler says of a type that cannot be recorded, in a list of `ActionTypes`.
@Suite(.ownThreads)
struct ActionTypesDiagnosticsTests {
    private let source = """
        import TimelineKit

        protocol Action {}
        struct NotCodable: Action {}
        final class NotSendable: Action, Codable {}

        enum Actions: ActionTypeList {
            static let actionTypes = ActionTypes<any Action>(NotCodable.self)
        }
        enum NamedActions: ActionTypeList {
            static let actionTypes = ActionTypes<any Action>().adding(NotCodable.self, tag: "old")
        }
        enum SharedActions: ActionTypeList {
            static let actionTypes = ActionTypes<any Action>(NotSendable.self)
        }
        """

    /// Of a type that is not `Sendable` in the compiler's own words: it does not choose between overloads.
    @Test func aTypeThatIsNotCodableIsRefusedWithItsRemedyAndOneThatIsNotSendableToo() throws {
        let (isSuccess, output) = try Compiler.compile(["Actions.swift": source], ["-swift-version", "6"])
        #expect(!isSuccess)
        let remedy = "a recorded action must be Codable and Sendable: add both where its type is declared"
        #expect(
            output.split(separator: "\n").filter { $0.hasPrefix("Actions.swift:") && $0.contains(" error: ") } == [
                "Actions.swift:8:56: error: 'buildExpression' is unavailable: \(remedy)",
                "Actions.swift:11:56: error: 'init(_:_:)' is unavailable: \(remedy)",
                "Actions.swift:14:56: error: type 'NotSendable' does not conform to the 'Sendable' protocol",
            ])
    }
}
