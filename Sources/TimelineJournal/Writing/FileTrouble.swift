/// What others may have done to a file while it was being written.
package enum FileTrouble: Equatable, Sendable {
    /// It has no name any longer; what is written goes with the process.
    case deleted
    /// Its descriptor was closed.
    case closed
    /// Somebody else wrote to it.
    case extended
    /// It is shorter than what was written to it.
    case cut
}

extension FileTrouble: CustomStringConvertible {
    package var description: String {
        switch self {
        case .deleted: "was deleted: what is recorded goes with the process"
        case .closed: "was closed by another part of the app"
        case .extended: "has bytes that somebody else wrote: `timeline repair` makes a copy without them"
        case .cut: "was cut short by somebody else"
        }
    }
}
