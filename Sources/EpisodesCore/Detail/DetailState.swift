/// The screen of one episode, with its comments.
public struct DetailState: Codable, Equatable, Sendable {
    /// Filters comments by text; empty for all.
    public var search = ""

    /// The row of the selected comment, from 0.
    public var selection: Int?

    public init() {}
}

extension EpisodesState {
    /// The episode whose screen is open; nil on the list.
    public var openEpisode: Episode? {
        guard case .episode(let id) = path.last else { return nil }
        return list.episodes.first { $0.id == id }
    }

    /// The comments on screen.
    public var shownComments: [Comment] {
        guard let openEpisode else { return [] }
        return comments.about(openEpisode.id).filter { detail.search.isEmpty || $0.text.contains(word: detail.search) }
    }

    // MARK: - Actions

    mutating func episodeTapped(_ id: Episode.ID) {
        path.append(.episode(id: id))
        detail = DetailState()
        comments.see(id)
    }

    mutating func backTapped() {
        _ = path.popLast()
        sheet = nil
    }

    mutating func commentSearchChanged(to text: String) {
        detail.search = text
    }

    mutating func commentTapped(row: Int) {
        guard shownComments.indices.contains(row) else { return }
        detail.selection = row
    }

    mutating func deleteTapped() {
        guard let row = detail.selection else { return }
        comments.delete(shownComments[row].id)
        detail.selection = nil
    }
}
