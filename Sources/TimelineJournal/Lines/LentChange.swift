internal import TimelineJSON

/// What a step did, as its line has it, in memory that is lent for as long as a call lasts.
package enum LentChange {
    case action(UnsafeBufferPointer<UInt8>)
    /// An action that could not be encoded: what it called itself, and why; nil where its type cannot be encoded at all.
    case opaque(String, failure: (any Error)? = nil)
    case set(UnsafeBufferPointer<UInt8>, by: String)

    /// Whether this step put in a state from outside.
    package var isSet: Bool {
        if case .set = self { true } else { false }
    }

    /// Whether the change can be made again: an action that was not encoded cannot.
    package var isOpaque: Bool {
        if case .opaque = self { true } else { false }
    }
}

extension Step.Change {
    /// Lends the change to `body`.
    package func lend(_ body: (LentChange) -> Void) {
        switch self {
        case .action(let text): text.withBytes { body(.action($0)) }
        case .opaque(let description): body(.opaque(description))
        case .set(let text, let by): text.withBytes { body(.set($0, by: by)) }
        }
    }
}
