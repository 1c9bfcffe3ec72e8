/// What can happen to the app. Each is named for what happened, not for what should be done about it.
///
///     {"searchChanged":{"text":"rick"}}
public enum EpisodesAction: Codable, Equatable, Sendable {
    // On the list.
    case refreshTapped
    case refreshProgressed(fraction: Double)
    case episodesLoaded(episodes: [Episode])
    case commentsArrived(comments: [Comment])
    case searchChanged(text: String)
    case allReadTapped
    case episodeTapped(id: Episode.ID)

    // On the screen of an episode.
    case commentSearchChanged(text: String)
    case commentTapped(row: Int)
    case deleteTapped
    case backTapped

    // On the sheet for a comment.
    case writeTapped
    case draftChanged(text: String)
    case writeCancelled
    case postTapped
    case commentPosted(draft: Comment.ID, id: Comment.ID)
}
