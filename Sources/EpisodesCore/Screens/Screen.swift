public enum Screen: Codable, Equatable, Sendable {
    /// Its state is `EpisodesState.list`.
    case list
    /// The details are nil until they are loaded.
    case episode(id: Episode.ID, details: EpisodeDetails?)
    /// The comments that contain a text; all if it is empty. The selection is the index of a comment among those shown.
    case comments(episode: Episode.ID, search: String, selection: Int?)
    case write(episode: Episode.ID, text: String)
    /// The sheet for the account, which has a stack of pages of its own.
    case settings(sheet: SettingsSheet)

    public enum Action: Codable, Equatable, Sendable {
        // An episode.
        case appeared
        case episodeMissing
        case commentsTapped

        // Its comments.
        case searchChanged(text: String)
        case commentTapped(row: Int)
        case deleteTapped
        case writeTapped

        // The sheet for a comment.
        case draftChanged(text: String)
        case cancelTapped
        case postTapped

        case settings(action: SettingsSheet.Action)
    }

    /// Changes the state of this screen alone. `EpisodesState.coordinate` does the rest.
    mutating func reduce(_ action: Action) {
        switch (self, action) {
        case (.comments(let episode, _, let selection), .searchChanged(let text)):
            self = .comments(episode: episode, search: text, selection: selection)
        case (.write(let episode, _), .draftChanged(let text)): self = .write(episode: episode, text: text)
        case (.settings(var sheet), .settings(let action)):
            sheet.reduce(action)
            self = .settings(sheet: sheet)
        default: break
        }
    }
}
