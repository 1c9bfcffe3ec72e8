public import TimelineNavigation

/// The whole state of the app, including where the user is.
public struct EpisodesState: Codable, Equatable, Sendable {
    public internal(set) var list = ListState()
    public internal(set) var comments = CommentsState()

    public internal(set) var account: Account?

    /// The visible screens, from the list to the screen on top.
    public internal(set) var screens = ScreenStack(root: Screen.list, id: 0)

    /// The id of the newest screen. Ids are not reused, so no action or effect of an old screen reaches a new one.
    public internal(set) var lastScreen = 0

    /// A message for the user. The user's next action removes it.
    public internal(set) var notice: String?

    public init() {}

    mutating func nextScreen() -> Int {
        lastScreen += 1
        return lastScreen
    }
}

extension EpisodesState {
    /// The comments that the screen with an id shows: those on its episode that match its search.
    public func shownComments(on id: Int) -> [Comment] {
        guard case .comments(let episode, let search, _) = screens[id: id] else { return [] }
        return comments.about(episode).filter { search.isEmpty || $0.text.containsIgnoringCase(search) }
    }

    /// Nil without a selection, and where it is past the end.
    func selectedComment(on id: Int) -> Comment.ID? {
        guard case .comments(_, _, let row?) = screens[id: id] else { return nil }
        return shownComments(on: id).dropFirst(row).first?.id
    }
}
