/// The whole state of the app, including its navigation.
public struct EpisodesState: Codable, Equatable, Sendable {
    public internal(set) var list = ListState()
    public internal(set) var comments = CommentsState()

    /// The screens pushed onto the list, the topmost last.
    public internal(set) var path: [Route] = []

    /// The state of the topmost screen of `path`.
    public internal(set) var detail = DetailState()

    /// The sheet over the topmost screen.
    public internal(set) var sheet: Sheet?

    public init() {}

    /// A screen that can be pushed.
    public enum Route: Codable, Equatable, Sendable {
        case episode(id: Episode.ID)
    }

    /// A sheet over a screen.
    public enum Sheet: Codable, Equatable, Sendable {
        /// For a new comment.
        case write(text: String)
    }
}
