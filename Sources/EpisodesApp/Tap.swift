import EpisodesCore
import TimelineNavigation

/// What the user does on the screen on top.
enum Tap: Equatable {
    /// On the list, or on any screen.
    case anywhere(EpisodesAction)
    case onTop(Screen.Action)
    /// On the page on top of the settings.
    case onPage(SettingsSheet.Page.Action)
    case loginPage
    /// The back button, or a swipe that closes a sheet.
    case back
    /// A long press on the back button, down to the list.
    case home

    /// The action of the tap, or nil if it has no effect. Throws if the screen on top has no such button.
    func action(in state: EpisodesState) throws(CommandError) -> EpisodesAction? {
        let top = state.screens.top
        switch self {
        case .anywhere(let action): return action
        case .onTop(let action):
            guard action.fits(top.screen) else { throw CommandError(description: "there is no \(action.place)") }
            return .screen(id: top.id, action: action)
        case .onPage(let action):
            guard case .settings(let settings) = top.screen else {
                throw CommandError(description: "there is no \(SettingsSheet.place)")
            }
            return .screen(id: top.id, action: .settings(action: .page(id: settings.pages.top.id, action: action)))
        case .loginPage:
            guard case .settings(let settings) = top.screen else {
                throw CommandError(description: "there is no \(SettingsSheet.place)")
            }
            return settings.pages.count > 1 ? nil : .screen(id: top.id, action: .settings(action: .loginPageTapped))
        case .back:
            if case .settings(let settings) = top.screen, let page = settings.pages.dropLast().last {
                return .screen(id: top.id, action: .settings(action: .wentBack(to: page.id)))
            }
            return state.screens.dropLast().last.map { .wentBack(to: $0.id) }
        case .home: return state.screens.count == 1 ? nil : .wentBack(to: state.screens[0].id)
        }
    }
}

extension SettingsSheet {
    fileprivate static let place = "settings sheet on top; settings opens it"
}

extension Screen.Action {
    fileprivate func fits(_ screen: Screen) -> Bool {
        switch (self, screen) {
        case (.commentsTapped, .episode): true
        case (.searchChanged, .comments), (.commentTapped, .comments), (.deleteTapped, .comments): true
        case (.writeTapped, .comments): true
        case (.draftChanged, .write), (.cancelTapped, .write), (.postTapped, .write): true
        case (.settings, .settings): true
        default: false
        }
    }

    /// What is on top where the action is possible, and the command that opens it.
    fileprivate var place: String {
        switch self {
        case .appeared, .episodeMissing, .commentsTapped: "episode on top; open ID opens one"
        case .searchChanged, .commentTapped, .deleteTapped, .writeTapped:
            "list of comments on top; comments opens that of an episode"
        case .draftChanged, .cancelTapped, .postTapped: "sheet for a comment on top; write opens one"
        case .settings: SettingsSheet.place
        }
    }
}
