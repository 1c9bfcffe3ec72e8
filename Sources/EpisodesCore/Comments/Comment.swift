/// What someone says about an episode.
public struct Comment: Codable, Equatable, Identifiable, Sendable {
    /// `draft-1` until the server has given it an id of its own.
    public internal(set) var id: String
    public let episode: Episode.ID
    public let author: String
    public let text: String

    /// Whether it came since its episode was last opened. Such comments stand out on the episode's screen.
    public internal(set) var isNew = false

    /// Whether it is on its way to the server.
    public internal(set) var isPosting = false

    public init(id: String, episode: Episode.ID, author: String, text: String) {
        self.id = id
        self.episode = episode
        self.author = author
        self.text = text
    }
}
