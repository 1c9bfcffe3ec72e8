internal import TimelineKit
internal import TimelineNavigation

extension EpisodesState {
    mutating func commentsTapped(_ id: Int) throws(ScreenStackError) {
        guard case .episode(let episode, _) = screens[id: id] else { return }
        try screens.push(.comments(episode: episode, search: "", selection: nil), id: nextScreen())
    }

    mutating func commentTapped(_ id: Int, row: Int) {
        guard case .comments(let episode, let search, _) = screens[id: id], shownComments(on: id).indices.contains(row)
        else { return }
        screens[id: id] = .comments(episode: episode, search: search, selection: row)
    }

    mutating func deleteTapped(_ id: Int) {
        guard case .comments(let episode, let search, let row?) = screens[id: id] else { return }
        comments.delete(shownComments(on: id)[row].id)
        screens[id: id] = .comments(episode: episode, search: search, selection: nil)
    }

    // MARK: - The sheet

    mutating func writeTapped(_ id: Int) throws(ScreenStackError) {
        guard case .comments(let episode, _, _) = screens[id: id] else { return }
        try screens.presentSheet(.write(episode: episode, text: ""), id: nextScreen())
    }

    mutating func cancelTapped(_ id: Int) throws(ScreenStackError) {
        guard case .write = screens[id: id] else { return }
        try close(id)
    }

    /// Without a valid login, asks for one first, and keeps the sheet.
    mutating func postTapped(_ id: Int) throws(ScreenStackError) {
        guard case .write(let episode, let text) = screens[id: id], !text.isEmpty else { return }
        guard let login = try validLogin() else { return }
        comments.write(text, about: episode, by: login.account.name, at: login.now)
        try cancelTapped(id)
    }

    /// Needs a login, too.
    mutating func retryTapped() throws(ScreenStackError) { if try validLogin() != nil { comments.retry() } }
}
