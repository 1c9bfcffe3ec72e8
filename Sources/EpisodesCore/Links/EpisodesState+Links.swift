internal import TimelineNavigation

/// Deep links: `episodes://episode/3/comments/new`, `episodes://search?text=rick`, `episodes://settings`.
extension EpisodesState {
    /// The screens of a link replace those on the list; a draft on a sheet is lost.
    mutating func linkOpened(_ url: String) throws(ScreenStackError) {
        let places: [Place]
        do throws(RouteError) { places = try Place.places(of: url) } catch {
            notice = error.description
            return
        }
        if list.pages == 0 { list.progress = 0 }
        screens.goBackToRoot()
        for place in places { try open(place) }
    }

    private mutating func open(_ place: Place) throws(ScreenStackError) {
        switch place {
        case .search(let text): list.search = text
        case .episode(let id): try openEpisode(id)
        case .comments: try commentsTapped(screens.top.id)
        case .write: try writeTapped(screens.top.id)
        case .settings: try settingsTapped()
        }
    }

    private enum Place {
        case search(String)
        case episode(Episode.ID)
        case comments
        case write
        case settings

        /// From the list up.
        static func places(of url: String) throws(RouteError) -> [Place] {
            var link = try DeepLink(url: url, scheme: "episodes")
            var places: [Place] = []
            switch link.next() {
            case nil: break
            case "search": places = [.search(try link.value(of: "text") ?? "")]
            case "settings": places = [.settings]
            case "episode":
                places = [.episode(try link.nextNumber())]
                for (name, place) in [("comments", Place.comments), ("new", .write)] {
                    guard let component = link.next() else { return places }
                    guard component == name else { throw link.notUnderstood() }
                    places.append(place)
                }
            default: throw link.notUnderstood()
            }
            try link.end()
            return places
        }
    }
}
