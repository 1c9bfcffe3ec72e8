import EpisodesCore
import TimelineKit

/// A state, and the actions that were reduced into it.
struct Session {
    private(set) var state = EpisodesState()

    /// Reduces `actions` into a state that lists `episodes`.
    init(episodes: [Episode] = [.sample(1), .sample(2), .sample(3)], _ actions: EpisodesAction...) {
        happen(.episodesLoaded(episodes: episodes))
        for action in actions { happen(action) }
    }

    mutating func happen(_ actions: EpisodesAction...) {
        for action in actions { EpisodesProgram().reduce(&state, action) }
    }

    /// The names of the invariants that do not hold.
    var broken: [String] {
        EpisodesProgram().invariants.filter { !$0.holds(state) }.map(\.name)
    }
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
