public import TimelineNavigation

/// The sheet for the account: a child coordinator, with a stack of pages of its own.
public struct SettingsSheet: Codable, Equatable, Sendable {
    /// Why the user has to log in before going on; nil if the user opened the sheet.
    public let reason: String?

    public internal(set) var pages = ScreenStack(root: Page.account, id: 0)

    private var lastPage = 0

    public enum Page: Codable, Equatable, Sendable {
        case account
        case login(name: String, isWaiting: Bool)

        public enum Action: Codable, Equatable, Sendable {
            case nameChanged(text: String)
            case loginTapped
        }
    }

    public enum Action: Codable, Equatable, Sendable {
        case loginPageTapped
        case logoutTapped
        case loggedIn(name: String, seconds: Int)
        case doneTapped
        case page(id: Int, action: Page.Action)
        case wentBack(to: Int)
    }

    init(reason: String? = nil) {
        self.reason = reason
        if reason != nil { reduce(.loginPageTapped) }
    }

    mutating func reduce(_ action: Action) { Self.reducer(&self, action) }

    private static let reducer = forEachScreen(
        \SettingsSheet.pages,
        action: { (action: Action) -> ScreenAction<Page.Action, Int>? in
            switch action {
            case .page(let id, let action): .screen(id: id, action: action)
            case .wentBack(let id): .wentBack(to: id)
            default: nil
            }
        },
        reduceScreen: { page, action in
            switch (page, action) {
            case (.login(_, false), .nameChanged(let text)): page = .login(name: text, isWaiting: false)
            case (.login(let name, false), .loginTapped) where !name.isEmpty: page = .login(name: name, isWaiting: true)
            default: break
            }
        },
        // Ignored: only a remote client can send an action for a page that is not on the stack.
        onProblem: { _ in }
    ) { state, action throws(ScreenStackError) in
        switch action {
        case .loginPageTapped where state.pages.count == 1:
            state.lastPage += 1
            try state.pages.push(.login(name: "", isWaiting: false), id: state.lastPage)
        case .loggedIn: try state.pages.popToRoot()
        default: break
        }
    }
}
