/// The actions of the app, each named for what happened, not for what should be done.
///
///     {"searchChanged":{"text":"rick"}}
///     {"screen":{"id":2,"action":{"commentTapped":{"row":4}}}}
public enum EpisodesAction: Codable, Equatable, Sendable {
    // The list, which is always at the bottom of the screens.
    case refreshTapped
    case refreshProgressed(fraction: Double)
    /// The server answered with a page of all episodes, counted from 0.
    case episodesLoaded(episodes: [Episode], page: Int, isLast: Bool)
    case moreTapped
    case commentsArrived(comments: [Comment])
    case searchChanged(text: String)
    /// The server answered with the episodes that match a search.
    case episodesFound(episodes: [Episode])
    case allReadTapped
    case episodeTapped(id: Episode.ID)
    case settingsTapped

    // The other screens.
    case screen(id: Int, action: Screen.Action)
    /// The user went back, by the back button, a swipe or a long press: the screen with this id is on top now.
    case wentBack(to: Int)
    case linkOpened(url: String)

    // Answers of the server that belong to no screen.
    case detailsLoaded(details: EpisodeDetails)
    case commentPosted(draft: Comment.ID, id: Comment.ID)
    case postFailed(draft: Comment.ID)
    case retryTapped
}
