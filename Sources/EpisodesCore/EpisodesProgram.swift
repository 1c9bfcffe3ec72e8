public import TimelineKit

/// The example: an app that lists upcoming episodes and the comments on them.
///
/// Read `EpisodesAction` first, then `EpisodesState` and `reduce` below. Each screen has a folder with the details, and
/// `EpisodesEffects` talks to the server. This module does not record anything: the app creates the recorder.
///
/// The app has two deliberate bugs for the tools to find:
///
/// 1. **The badge falls below zero.** *Mark all as read* sets the unread count to 0 but leaves the comments marked as new.
///    Opening an episode then subtracts its new comments, and the count falls below zero. The first bad state follows
///    `episodeTapped`, and all later states are bad. `Fixtures/Scripts/unread.txt` reproduces it.
/// 2. **Deleting a comment crashes.** The selection is the index of a row among the shown comments. A search shortens them but
///    keeps the selection, so deleting reads past the end. The invariant *selection is in the list* is broken already in the
///    state before the step that crashes. `Fixtures/Scripts/trap.txt` reproduces it.
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
        case .refreshTapped: state.list.progress = 0
        case .refreshProgressed(let fraction): state.list.progress = fraction
        case .episodesLoaded(let episodes):
            state.list.episodes = episodes
            state.list.progress = nil
        case .commentsArrived(let comments): state.comments.arrived(comments)
        case .searchChanged(let text): state.list.search = text
        case .allReadTapped: state.comments.unread = 0
        case .episodeTapped(let id): state.episodeTapped(id)

        case .commentSearchChanged(let text): state.detail.search = text
        case .commentTapped(let row): state.commentTapped(row: row)
        case .deleteTapped: state.deleteTapped()
        case .backTapped: state.backTapped()

        case .writeTapped: state.writeTapped()
        case .draftChanged(let text): state.draftChanged(to: text)
        case .writeCancelled: state.sheet = nil
        case .postTapped: state.postTapped()
        case .commentPosted(let draft, let id): state.comments.posted(draft, as: id)
        }
    }
}
