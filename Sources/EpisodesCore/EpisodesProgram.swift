public import TimelineKit

/// The example: an app for the episodes that are coming, and what people say about them.
///
/// A reader's way through it: `EpisodesAction` is what can happen, `EpisodesState` what the app knows, `reduce` below
/// leads from the one to the other, a folder for each screen holds the details, and `EpisodesEffects` talks to the
/// server. Nothing here knows of recording: that is one line where the store is made.
///
/// It has two bugs, of a kind that people write, for the tools to find:
///
/// 1. **The badge falls below zero.** *Mark all as read* sets the count to 0 but leaves comments marked as new, so that
///    they stand out on their episode's screen. Opening such an episode takes them off the count a second time. The
///    recording turns bad at that `episodeTapped` and stays bad. `Fixtures/Scripts/unread.txt` gets there.
/// 2. **Deleting a comment crashes.** The selection is a row of the comments on screen. A search makes them fewer and
///    leaves the selection; deleting then reaches past the end. The invariant *selection is in the list* is broken one
///    step before the crash. `Fixtures/Scripts/trap.txt` gets there.
public struct EpisodesProgram: Program {
    public let name = "episodes"
    public let version = "1.4.0"
    public let initialState = EpisodesState()

    public let invariants = [
        Invariant<EpisodesState>("unread is never negative") { $0.comments.unread >= 0 },
        Invariant("selection is in the list") { state in
            guard let row = state.detail.selection else { return true }
            return state.shownComments.indices.contains(row)
        },
        Invariant("ids are unique") { state in
            Set(state.comments.all.map(\.id)).count == state.comments.all.count
                && Set(state.list.episodes.map(\.id)).count == state.list.episodes.count
        },
        Invariant("a sheet lies on a screen") { $0.sheet == nil || !$0.path.isEmpty },
    ]

    public init() {}

    public func reduce(_ state: inout EpisodesState, _ action: EpisodesAction) {
        switch action {
        case .refreshTapped: state.list.refreshTapped()
        case .refreshProgressed(let fraction): state.list.refreshProgressed(to: fraction)
        case .episodesLoaded(let episodes): state.list.episodesLoaded(episodes)
        case .commentsArrived(let comments): state.comments.arrived(comments)
        case .searchChanged(let text): state.list.searchChanged(to: text)
        case .allReadTapped: state.comments.allReadTapped()
        case .episodeTapped(let id): state.episodeTapped(id)

        case .commentSearchChanged(let text): state.commentSearchChanged(to: text)
        case .commentTapped(let row): state.commentTapped(row: row)
        case .deleteTapped: state.deleteTapped()
        case .backTapped: state.backTapped()

        case .writeTapped: state.writeTapped()
        case .draftChanged(let text): state.draftChanged(to: text)
        case .writeCancelled: state.writeCancelled()
        case .postTapped: state.postTapped()
        case .commentPosted(let draft, let id): state.comments.posted(draft, as: id)
        }
    }
}
