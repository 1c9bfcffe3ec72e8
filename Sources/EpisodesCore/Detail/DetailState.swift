/// The screen of one episode, with its comments.
public struct DetailState: Codable, Equatable, Sendable {
    /// What the comments shown have in their text; empty for all.
    public var search = ""

    /// The row of the comment that is selected, from 0.
    public var selection: Int?

    public init() {}
}
