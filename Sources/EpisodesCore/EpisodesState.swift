/// All that the app knows. Where the person is in the app is part of it.
public struct EpisodesState: Codable, Equatable, Sendable {
    public internal(set) var list = ListState()
    public internal(set) var comments = CommentsState()

    /// The screens that lie on the list, the topmost last.
    public internal(set) var path: [Route] = []

    /// What is on the topmost screen of `path`.
    public internal(set) var detail = DetailState()

    /// What lies over the topmost screen.
    public internal(set) var sheet: Sheet?

    public init() {}

    /// A screen that can be pushed.
    public enum Route: Codable, Equatable, Sendable {
        case episode(id: Episode.ID)
    }

    /// What can lie over a screen.
    public enum Sheet: Codable, Equatable, Sendable {
        /// For writing a comment.
        case write(text: String)
    }
}
