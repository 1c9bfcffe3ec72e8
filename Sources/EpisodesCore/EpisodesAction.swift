/// The actions of the app, each named for what happened, not for what should be done.
///
///     {"searchChanged":{"text":"rick"}}
public enum EpisodesAction: Codable, Equatable, Sendable {
    // The list.
    case refreshTapped
    case refreshProgressed(fraction: Double)
    case episodesLoaded(episodes: [Episode])
    case commentsArrived(comments: [Comment])
    case searchChanged(text: String)
    case allReadTapped
    case episodeTapped(id: Episode.ID)

    // The screen of an episode.
    case commentSearchChanged(text: String)
    case commentTapped(row: Int)
    case deleteTapped
    case backTapped

    // The sheet for a comment.
    case writeTapped
    case draftChanged(text: String)
    case writeCancelled
    case postTapped
    case commentPosted(draft: Comment.ID, id: Comment.ID)
}
