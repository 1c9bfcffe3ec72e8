/// An episode and what its screen shows of it.
public struct EpisodeDetails: Codable, Equatable, Sendable {
    public let episode: Episode
    public let synopsis: String

    public init(episode: Episode, synopsis: String) {
        self.episode = episode
        self.synopsis = synopsis
    }
}
