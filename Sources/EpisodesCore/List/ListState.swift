/// The first screen: all episodes, or those that match a search.
public struct ListState: Codable, Equatable, Sendable {
    public private(set) var episodes: [Episode] = []

    /// What the episodes shown have in their show or title; empty for all.
    public private(set) var search = ""

    /// How much of a refresh is done, from 0 to 1; nil when none is under way.
    public private(set) var progress: Double?

    public init() {}

    /// The episodes on screen.
    public var shown: [Episode] {
        episodes.filter { search.isEmpty || $0.show.contains(word: search) || $0.title.contains(word: search) }
    }

    // MARK: - What happens

    mutating func refreshTapped() {
        progress = 0
    }

    mutating func refreshProgressed(to fraction: Double) {
        progress = fraction
    }

    mutating func episodesLoaded(_ episodes: [Episode]) {
        self.episodes = episodes
        progress = nil
    }

    mutating func searchChanged(to text: String) {
        search = text
    }
}
