/// The first screen: all episodes, or those that match a search.
public struct ListState: Codable, Equatable, Sendable {
    public internal(set) var episodes: [Episode] = []

    /// Filters episodes by show or title; empty for all.
    public internal(set) var search = ""

    /// The progress of a refresh, from 0 to 1; nil when none is running.
    public internal(set) var progress: Double?

    /// The episodes on screen.
    public var shown: [Episode] {
        episodes.filter { search.isEmpty || $0.show.contains(word: search) || $0.title.contains(word: search) }
    }
}

/// An upcoming episode.
public struct Episode: Codable, Equatable, Identifiable, Sendable {
    public let id: Int
    public let show: String
    public let season: Int
    public let number: Int
    public let title: String

    /// The air date: `2026-12-02`.
    public let airs: String

    public init(id: Int, show: String, season: Int, number: Int, title: String, airs: String) {
        self.id = id
        self.show = show
        self.season = season
        self.number = number
        self.title = title
        self.airs = airs
    }
}

extension String {
    /// Whether the text contains `word`, in upper or lower case.
    func contains(word: String) -> Bool {
        lowercased().contains(word.lowercased())
    }
}
