/// The actions of the app, each named for what happened, not for what should be done.
///
///     {"searchChanged":{"text":"rick"}}
///     {"screen":{"id":2,"action":{"commentTapped":{"row":4}}}}
public enum EpisodesAction: Codable, Equatable, Sendable {
    // The list, which is always at the bottom of the screens.
    case refreshTapped
    case refreshProgressed(fraction: Double)
    /// The server sent a page of all episodes, counted from 0.
    case episodesLoaded(episodes: [Episode], page: Int, isLast: Bool)
    case moreTapped
    /// The server sent the comments that arrived after as many refreshes as `arrival`.
    case commentsArrived(comments: [Comment], arrival: Int)
    case searchChanged(text: String)
    /// The server sent the episodes that match a search.
    case episodesFound(episodes: [Episode])
    case allReadTapped
    case episodeTapped(id: Episode.ID)
    case settingsTapped

    // The other screens.
    case screen(id: Int, action: Screen.Action)
    /// The user went back, by the back button, a swipe or a long press: the screen with this id is on top now.
    case wentBack(to: Int)
    case linkOpened(url: String)
    case retryTapped

    // Responses of the server that have no screen.
    case detailsLoaded(details: EpisodeDetails)
    case commentPosted(draft: Comment.ID, id: Comment.ID)
    case postFailed(draft: Comment.ID)

    var isOfUser: Bool {
        switch self {
        case .refreshProgressed, .episodesLoaded, .commentsArrived, .episodesFound, .detailsLoaded, .commentPosted,
            .postFailed, .screen(_, .appeared), .screen(_, .episodeMissing):
            false
        default: true
        }
    }
}
