/// A change of a stack of screens that is not possible. The stack is as it was.
public struct ScreenStackError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What went wrong. Later versions may add codes.
    public enum Code: Sendable {
        /// The number of screens is negative, or the root would go.
        case count
        /// A screen to pop is presented, and can only be dismissed.
        case presented
        /// Fewer screens are presented than should be dismissed.
        case notPresented
        case noSuchScreen
        /// A screen on the stack has the id of the new one.
        case sameID
    }

    /// The kind of the error, to switch over.
    public let code: Code

    /// What is not possible, and why.
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
