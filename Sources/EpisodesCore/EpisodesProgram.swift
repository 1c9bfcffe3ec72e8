public import TimelineKit
public import TimelineNavigation

/// The example: an app that lists upcoming episodes and the comments on them.
///
/// Read `EpisodesAction` first, then `EpisodesState` and `coordinate` below. The folders have the details: of the screens, the links
/// and the server. `EpisodesEffects` sends the requests. This module does not record anything: the app creates the recorder.
///
/// The app has three deliberate bugs that the tools find:
///
/// 1. **The badge falls below zero.** *Mark all as read* sets the unread count to 0 but leaves the comments marked as new.
///    Opening an episode then subtracts its new comments, and the count falls below zero. The first bad state follows
///    `episodeTapped`, and all later states are bad. `Fixtures/Scripts/unread.txt` reproduces it.
/// 2. **Deleting a comment crashes.** The selection is the index of a row among the shown comments. A search shortens them but
///    keeps the selection, so deleting removes another comment, or reads past the end. The invariant *selection is in the list* is broken already in the
///    state before the step that crashes. `Fixtures/Scripts/trap.txt` reproduces it. Where another comment is deleted, every state
///    looks right: only the rule *a search selects no other comment* sees it. `Fixtures/Scripts/other.txt` reproduces that.
/// 3. **An episode shows the details of another one.** Details that arrive are stored in the open episode, whichever it is. Only the
///    cancellation of effects hides it, which end with their screen; `episodes --keep-effects` switches it off.
///    `Fixtures/Scripts/details.txt` reproduces it.
public struct EpisodesProgram: Program {
    public let name = "episodes"
    public let version = "2.0.0"
    public let initialState = EpisodesState()

    /// Comments have generated ids and dates, and a login expires.
    public let generatesValues = true

    public let invariants = [
        Invariant<EpisodesState>("unread is never negative") { $0.comments.unread >= 0 },
        Invariant("selection is in the list") { state in
            state.screens.allSatisfy { entry in
                guard case .comments(_, _, let row?) = entry.screen else { return true }
                return state.shownComments(on: entry.id).indices.contains(row)
            }
        },
        Invariant("an episode shows its own details") { state in
            state.screens.allSatisfy { entry in
                guard case .episode(let id, let details?) = entry.screen else { return true }
                return details.episode.id == id
            }
        },
        Invariant("ids are unique") { state in
            Set(state.comments.all.map(\.id)).count == state.comments.all.count
                && Set(state.list.episodes.map(\.id)).count == state.list.episodes.count
        },
    ]

    public let changeRules = [
        ChangeRule<EpisodesState, EpisodesAction>("a search selects no other comment") { before, action, after in
            guard case .screen(let id, .searchChanged) = action, let old = before.selectedComment(on: id),
                let new = after.selectedComment(on: id)
            else { return true }
            return old == new
        }
    ]

    private let reducer: @Sendable (inout EpisodesState, EpisodesAction) -> Void

    /// - Parameter onProblem: Called when an action changes the screens in a way that is not possible, such as a way back to a screen
    ///   that is gone. The screens stay as they are.
    public init(onProblem: @escaping @Sendable (_ problem: ScreenStackError) -> Void = { _ in }) {
        reducer = forEachScreen(
            \EpisodesState.screens, action: \.onScreens, reduceScreen: { $0.reduce($1) }, onProblem: onProblem
        ) { state, action throws(ScreenStackError) in try state.coordinate(action) }
    }

    public func reduce(_ state: inout EpisodesState, _ action: EpisodesAction) { reducer(&state, action) }
}

extension EpisodesAction {
    var onScreens: ScreenAction<Screen.Action, Int>? {
        switch self {
        case .screen(let id, let action): .screen(id: id, action: action)
        case .wentBack(let id): .wentBack(to: id)
        default: nil
        }
    }
}

extension EpisodesState {
    /// Changes that concern more than one screen. Runs after the reducer of the screen.
    fileprivate mutating func coordinate(_ action: EpisodesAction) throws(ScreenStackError) {
        if action.isOfUser { notice = nil }
        switch action {
        case .refreshTapped: list.progress = 0
        case .refreshProgressed(let fraction): list.progress = fraction
        case .episodesLoaded(let episodes, let page, let isLast): list.loaded(episodes, page: page, isLast: isLast)
        case .commentsArrived(let comments, let arrival): self.comments.arrived(comments, arrival: arrival)
        case .searchChanged(let text): list.search = text
        case .episodesFound(let episodes): list.add(episodes)
        case .allReadTapped: comments.unread = 0
        case .episodeTapped(let id): try episodeTapped(id)
        case .settingsTapped: try settingsTapped()

        case .screen(let id, .episodeMissing): try episodeMissing(id)
        case .screen(let id, .commentsTapped): try commentsTapped(id)
        case .screen(let id, .commentTapped(let row)): commentTapped(id, row: row)
        case .screen(let id, .deleteTapped): deleteTapped(id)
        case .screen(let id, .writeTapped): try writeTapped(id)
        case .screen(let id, .cancelTapped): try cancelTapped(id)
        case .screen(let id, .postTapped): try postTapped(id)
        case .screen(let id, .settings(let action)): try settingsChanged(id, action)
        case .screen, .wentBack, .moreTapped: break
        case .linkOpened(let url): try linkOpened(url)
        case .retryTapped: try retryTapped()

        case .detailsLoaded(let details): detailsLoaded(details)
        case .commentPosted(let draft, let id): comments.posted(draft, as: id)
        case .postFailed(let draft): comments.postFailed(draft)
        }
    }
}
