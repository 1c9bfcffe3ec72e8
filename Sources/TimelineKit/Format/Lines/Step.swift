package struct Step: Equatable, Sendable {
    package enum Change: Hashable, Sendable {
        case action(JSONText)
        case opaque(String)
        /// A state put in from outside the reducer, and by what.
        case set(JSONText, by: String)
    }

    package let seq: Int
    package let at: Moment
    package let change: Change
    package let from: String?
    package let cause: Int?
    /// The number of its site; see `Site`.
    package let site: Int?

    package init(seq: Int, at: Moment, change: Change, from: String? = nil, cause: Int? = nil, site: Int? = nil) {
        (self.seq, self.at, self.change, self.from, self.cause, self.site) = (seq, at, change, from, cause, site)
    }
}

extension Step {
    /// What set a state that the reducer received in place of the one that the step before left.
    package static let outside = "outside"

    package var isSet: Bool { if case .set = change { true } else { false } }
    package var isOpaque: Bool { if case .opaque = change { true } else { false } }
}

/// The change of a step, as its line has it, in memory that is valid until a call returns.
package enum BorrowedChange {
    case action(UnsafeBufferPointer<UInt8>)
    /// The description of an action that could not be encoded, and why; no error if its type cannot be encoded at all.
    case opaque(String, error: (any Error)? = nil)
    case set(UnsafeBufferPointer<UInt8>, by: String)

    package var isSet: Bool { if case .set = self { true } else { false } }
    package var isOpaque: Bool { if case .opaque = self { true } else { false } }

    /// About the bytes of its line.
    package var lineEstimate: Int {
        switch self {
        case .action(let text), .set(let text, _): text.count + 512
        case .opaque(let description, _): description.utf8.count + 512
        }
    }
}

extension Step.Change {
    package func withBorrowed(_ body: (BorrowedChange) -> Void) {
        switch self {
        case .action(let text): text.withBytes { body(.action($0)) }
        case .opaque(let description): body(.opaque(description))
        case .set(let text, let by): text.withBytes { body(.set($0, by: by)) }
        }
    }
}
