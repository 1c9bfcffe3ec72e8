/// An episode with the synopsis that its screen shows.
public struct EpisodeDetails: Codable, Equatable, Sendable {
    public let episode: Episode
    public let synopsis: String

    public init(episode: Episode, synopsis: String) { (self.episode, self.synopsis) = (episode, synopsis) }
}
