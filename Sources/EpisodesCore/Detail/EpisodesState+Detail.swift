extension EpisodesState {
    /// The episode whose screen is on top; nil on the list.
    public var openEpisode: Episode? {
        guard case .episode(let id) = path.last else { return nil }
        return list.episodes.first { $0.id == id }
    }

    /// The comments on screen.
    public var shownComments: [Comment] {
        guard let openEpisode else { return [] }
        return comments.about(openEpisode.id).filter { detail.search.isEmpty || $0.text.contains(word: detail.search) }
    }

    // MARK: - What happens

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
