import EpisodesCore
import TimelineKit
import TimelineNavigation

/// A state, and the actions that were reduced into it.
struct EpisodesRun {
    private(set) var state = EpisodesState()

    /// Reduces `actions` into a state that lists `episodes`, all there are.
    init(episodes: [Episode] = [.sample(1), .sample(2), .sample(3)], _ actions: EpisodesAction...) {
        if !episodes.isEmpty { happen(.episodesLoaded(episodes: episodes, page: 0, isLast: true)) }
        for action in actions { happen(action) }
    }

    mutating func happen(_ actions: EpisodesAction...) {
        for action in actions { EpisodesProgram().reduce(&state, action) }
    }

    mutating func onTop(_ actions: Screen.Action...) {
        for action in actions { happen(.screen(id: state.screens.top.id, action: action)) }
    }

    /// Logs Sam in, and closes the settings.
    mutating func logIn(seconds: Int = 1800) {
        happen(.settingsTapped)
        onTop(.settings(action: .loggedIn(name: "Sam", seconds: seconds)), .settings(action: .doneTapped))
    }

    var shown: [Comment] { state.shownComments(on: state.screens.top.id) }

    /// The screens, from the list up.
    var screens: [Screen] { state.screens.map(\.screen) }

    /// The settings, if they are on top.
    var sheet: SettingsSheet? { if case .settings(let sheet) = screens.last { sheet } else { nil } }

    /// The names of the invariants that do not hold.
    var broken: [String] { EpisodesProgram().invariants.filter { !$0.holds(state) }.map(\.name) }
}

extension Episode {
    static func sample(_ id: Int, show: String = "Night Shift", title: String = "Pilot") -> Episode {
        Episode(id: id, show: show, season: 1, number: id, title: title, airs: "2026-12-0\(id)")
    }
}

extension Comment {
    static func sample(_ id: String, about episode: Episode.ID = 1, text: String = "Hm.") -> Comment {
        Comment(id: id, episode: episode, author: "Ada", text: text)
    }
}
