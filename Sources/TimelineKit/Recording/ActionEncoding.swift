internal import TimelineJournal

/// How the actions of a recorder become the text of their steps: chosen once, so that no action is asked what it is.
package struct ActionEncoding<Action>: Sendable {
    /// Lends what is written of an action, once.
    let lend: @Sendable (Action, RecordingRedactor, (BorrowedChange) -> Void) -> Void
    /// What is wrong with the list of types that the actions are encoded by: reported when the recording begins.
    var problems: [RecordingProblem] = []

    /// Actions of a program are known to be encodable.
    static func of<P: Program>(_ program: P) -> ActionEncoding where P.Action == Action {
        ActionEncoding { action, redactor, use in redactor.lendChange(of: action, as: action, to: use) }
    }

    /// Something else is written for each action, or its description where there is nothing.
    static func through<Other: Encodable & Sendable>(_ other: @escaping @Sendable (Action) -> Other?) -> ActionEncoding
    {
        let clashes = (Other.self as? any ListedAction.Type)?.clashes ?? []
        return ActionEncoding(
            lend: { action, redactor, use in
                if let other = other(action) {
                    redactor.lendChange(of: action, as: other, to: use)
                } else {
                    let unlisted = (Other.self as? any ListedAction.Type)?.unlisted(type(of: action as Any))
                    use(redactor.description(of: action, failure: unlisted))
                }
            }, problems: clashes.map { RecordingProblem(.actionTypesClash, $0) })
    }

    /// For a recorder that records nothing.
    static var none: ActionEncoding { ActionEncoding { _, _, _ in } }

    /// Actions of any kind: each is asked whether it is encodable.
    static var dynamic: ActionEncoding {
        ActionEncoding { action, redactor, use in
            if let encodable = action as? any Encodable {
                redactor.lendChange(of: action, as: encodable, to: use)
            } else {
                use(redactor.description(of: action))
            }
        }
    }
}
