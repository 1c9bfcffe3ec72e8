/// Makes a list of types of actions from lines such as `Add.self`.
@resultBuilder
public enum ActionTypesBuilder {
    public static func buildExpression<Action: Codable & Sendable>(_ type: Action.Type) -> [ActionType] {
        [ActionType(type, tag: nil)]
    }

    public static func buildExpression(_ named: Named) -> [ActionType] { [named.type] }

    @available(
        *, unavailable,
        message: "a recorded action must be Codable: add Codable and Sendable where its type is declared"
    )
    public static func buildExpression<Action>(_ type: Action.Type) -> [ActionType] { [] }

    public static func buildBlock(_ types: [ActionType]...) -> [ActionType] { types.flatMap(\.self) }

    public static func buildOptional(_ types: [ActionType]?) -> [ActionType] { types ?? [] }

    public static func buildLimitedAvailability(_ types: [ActionType]) -> [ActionType] { types }
}
