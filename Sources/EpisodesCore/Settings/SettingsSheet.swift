internal import TimelineKit

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import TimelineNavigation

/// The sheet for the account: a child coordinator, with a stack of pages of its own.
public struct SettingsSheet: Codable, Equatable, Sendable {
    /// Why the user has to log in before going on; nil if the user opened the sheet.
    public let reason: String?

    public internal(set) var pages = ScreenStack(root: Page.account, id: 0)

    /// The id of the newest page.
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
            case .wentBack(let id): .updateScreens(backTo: id)
            default: nil
            }
        },
        reduceScreen: { page, action in
            switch (page, action) {
            case (.login(_, false), .nameChanged(let text)): page = .login(name: text, isWaiting: false)
            case (.login(let name, _), .loginTapped) where !name.isEmpty: page = .login(name: name, isWaiting: true)
            default: break
            }
        },
        // A page that is not on the stack: the user cannot get there, a remote client can.
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

/// A login.
public struct Account: Codable, Equatable, Sendable {
    public let name: String
    public let expires: Date
}

extension EpisodesState {
    mutating func settingsTapped() throws(ScreenStackError) {
        try screens.presentSheet(.settings(sheet: SettingsSheet()), id: nextScreen())
    }

    /// What an action of the sheet with an id changes outside of it.
    mutating func settingsChanged(_ id: Int, _ action: SettingsSheet.Action) throws(ScreenStackError) {
        guard case .settings(let sheet) = screens[id: id] else { return }
        switch action {
        case .loggedIn(let name, let seconds):
            account = Account(name: name, expires: Generated.now.addingTimeInterval(Double(seconds)))
            if sheet.reason != nil { try close(id) }
        case .logoutTapped: account = nil
        case .doneTapped: try close(id)
        default: break
        }
    }

    private mutating func close(_ id: Int) throws(ScreenStackError) {
        try screens.goBack(to: id)
        try screens.dismiss()
    }
}
