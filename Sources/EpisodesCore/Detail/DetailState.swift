/// The search and the selection on the screen of an episode.
public struct DetailState: Codable, Equatable, Sendable {
    /// The text that shown comments contain; empty to show all.
    public var search = ""

    /// The index of the selected comment in `shownComments`; nil for no selection.
    public var selection: Int?
}

extension EpisodesState {
    /// The episode whose screen is open; nil if the list is shown, or has no such episode.
    public var openEpisode: Episode? {
        guard case .episode(let id) = path.last else { return nil }
        return list.episodes.first { $0.id == id }
    }

    /// The comments on the open episode that match the search.
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
