package struct ActionEncoding<Action>: Sendable {
    /// Calls the closure once with the encoded action, which is valid during the call.
    let withChange: @Sendable (Action, RecordingRedactor, (BorrowedChange) -> Void) -> Void
    var tagConflicts: [String] = []

    package static func of<P: Program>(_ program: P) -> ActionEncoding where P.Action == Action {
        ActionEncoding { action, redactor, use in redactor.withChange(of: action, as: action, use) }
    }

    /// Encodes what `convert` returns for an action. If it returns nil, the action's description is written.
    static func converting<Other: Encodable & Sendable>(
        _ convert: @escaping @Sendable (Action) -> Other?
    ) -> ActionEncoding {
        let list = Other.self as? any ListedAction.Type
        return ActionEncoding(
            withChange: { action, redactor, use in
                if let other = convert(action) {
                    redactor.withChange(of: action, as: other, use)
                } else {
                    use(redactor.description(of: action, error: list?.unlisted(type(of: action as Any))))
                }
            }, tagConflicts: list?.tagConflicts ?? [])
    }

    static var none: ActionEncoding { ActionEncoding { _, _, _ in } }

    static var dynamic: ActionEncoding {
        ActionEncoding { action, redactor, use in
            if let encodable = action as? any Encodable {
                redactor.withChange(of: action, as: encodable, use)
            } else {
                use(redactor.description(of: action))
            }
        }
    }
}
