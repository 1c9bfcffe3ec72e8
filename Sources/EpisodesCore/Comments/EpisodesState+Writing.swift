extension EpisodesState {
    /// The text on the sheet for a comment; nil when the sheet is closed.
    public var draft: String? {
        guard case .write(let text) = sheet else { return nil }
        return text
    }

    // MARK: - Actions

    mutating func writeTapped() {
        guard openEpisode != nil else { return }
        sheet = .write(text: "")
    }

    mutating func draftChanged(to text: String) {
        guard draft != nil else { return }
        sheet = .write(text: text)
    }

    mutating func postTapped() {
        guard let openEpisode, let draft, !draft.isEmpty else { return }
        comments.write(draft, about: openEpisode.id)
        sheet = nil
    }
}
