import Testing
import TimelineTestSupport

/// What the compiler says of a type that cannot be recorded, in a list of `ActionTypes`.
@Suite(.ownThreads)
struct ActionTypesDiagnosticsTests {
    private func errors(listing line: String) throws -> [Substring] {
        let source = """
            import TimelineKit

            protocol Action {}
            struct NotCodable: Action {}
            final class NotSendable: Action, Codable {}

            enum Actions: ActionTypeList {
                static let actionTypes = ActionTypes<any Action> { \(line) }
            }
            """
        let (isSuccess, output) = try Compiler.compile(["Actions.swift": source], ["-swift-version", "6"])
        #expect(!isSuccess)
        return output.split(separator: "\n").filter { $0.hasPrefix("Actions.swift:") && $0.contains(" error: ") }
    }

    @Test func aTypeThatIsNotCodableIsRefusedWithItsRemedy() throws {
        #expect(
            try errors(listing: "NotCodable.self") == [
                "Actions.swift:8:56: error: 'buildExpression' is unavailable: a recorded action must be Codable and "
                    + "Sendable: add both where its type is declared"
            ])
    }

    /// The compiler's own words: `Sendable` does not choose between overloads.
    @Test func aTypeThatIsNotSendableIsRefused() throws {
        #expect(
            try errors(listing: "NotSendable.self") == [
                "Actions.swift:8:56: error: type 'NotSendable' does not conform to the 'Sendable' protocol"
            ])
    }

    @Test func aNamedTypeThatIsNotCodableIsRefusedWithItsRemedy() throws {
        #expect(
            try errors(listing: #"ActionType("old", NotCodable.self)"#) == [
                "Actions.swift:8:56: error: 'init(_:_:)' is unavailable: a recorded action must be Codable and "
                    + "Sendable: add both where its type is declared"
            ])
    }
}
