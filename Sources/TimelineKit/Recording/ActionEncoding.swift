internal import TimelineJournal

/// How the actions of a recorder become the text of their steps: chosen once, so that no action is asked what it is.
struct ActionEncoding<Action>: Sendable {
    /// Lends what is written of an action, once.
    let lend: @Sendable (Action, RecordingRedactor, (LentChange) -> Void) -> Void

    /// Actions of a program are known to be encodable.
    static func of<P: Program>(_ program: P) -> ActionEncoding where P.Action == Action {
        ActionEncoding { action, redactor, use in redactor.lendChange(of: action, as: action, to: use) }
    }

    /// Something else is written for each action, or its description where there is nothing.
    static func through<Other: Encodable & Sendable>(_ other: @escaping @Sendable (Action) -> Other?) -> ActionEncoding
    {
        ActionEncoding { action, redactor, use in
            if let other = other(action) {
                redactor.lendChange(of: action, as: other, to: use)
            } else {
                use(redactor.description(of: action))
            }
        }
    }

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
