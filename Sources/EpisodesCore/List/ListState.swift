/// The first screen: all episodes, or the episodes that match a search.
public struct ListState: Codable, Equatable, Sendable {
    /// The episodes of the loaded pages and the episodes that the server found, in the order of their ids.
    public private(set) var episodes: [Episode] = []

    /// The number of pages that are loaded. The server may have more.
    public private(set) var pages = 0
    public private(set) var hasMore = false

    /// Filters episodes by show or title; empty for all.
    public internal(set) var search = ""

    /// The progress of a refresh, from 0 to 1; nil when none is running.
    public internal(set) var progress: Double?

    public var shown: [Episode] { episodes.filter { search.isEmpty || $0.matches(search) } }

    mutating func loaded(_ episodes: [Episode], page: Int, isLast: Bool) {
        add(episodes)
        if page == 0 { progress = nil }
        guard page >= pages else { return }
        pages = page + 1
        hasMore = !isLast
    }

    /// Adds episodes in the order of their ids, in the place of older versions.
    mutating func add(_ new: [Episode]) {
        let ids = Set(new.map(\.id))
        episodes.removeAll { ids.contains($0.id) }
        episodes += new
        episodes.sort { $0.id < $1.id }
    }
}
