internal import TimelineNavigation

extension EpisodesState {
    mutating func episodeTapped(_ id: Episode.ID) throws(ScreenStackError) {
        screens.goBackToRoot()
        try openEpisode(id)
    }

    /// Its comments count as read.
    mutating func openEpisode(_ id: Episode.ID) throws(ScreenStackError) {
        try screens.push(.episode(id: id, details: nil), id: nextScreen())
        comments.see(id)
    }

    /// The third bug: the response should be an action with the id of its screen. Only canceling the effect protects other screens.
    mutating func detailsLoaded(_ details: EpisodeDetails) {
        list.add([details.episode])
        for entry in screens.reversed() {
            guard case .episode(let id, let known) = entry.screen else { continue }
            screens[id: entry.id] = .episode(id: id, details: known ?? details)
            return
        }
    }

    mutating func episodeMissing(_ screen: Int) throws(ScreenStackError) {
        guard case .episode(let id, _) = screens[id: screen] else { return }
        notice = "There is no episode \(id)."
        try screens.goBack(to: screen)
        try screens.goBack()
    }
}
