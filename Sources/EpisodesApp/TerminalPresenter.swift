internal import EpisodesCore
internal import TimelineNavigation

/// Presents titles, as the coordinators of an app with UIKit present view controllers: `Episodes › Episode 3 › Comments`.
final class TerminalPresenter: Presenter {
    private let write: (String) -> Void

    init(write: @escaping (String) -> Void) { self.write = write }

    var content: String { "Episodes" }

    func present(_ contents: [String]) async {
        write("\u{1B}]0;\(contents.joined(separator: " › "))\u{7}")
    }

    static func router(
        write: @escaping (String) -> Void, onProblem: @escaping @MainActor (_ problem: RouterProblem) -> Void
    ) -> Router {
        let root = TitleCoordinator(title: "Episodes", route: Route())
        let stack = StackCoordinator(presenter: TerminalPresenter(write: write), root: root) {
            route throws(RouteError) in
            var link = DeepLink(route)
            var screens: [any Coordinator<String>] = []
            while let name = link.next() {
                switch name {
                case "episode":
                    let id = try link.nextNumber()
                    screens.append(TitleCoordinator(title: "Episode \(id)", route: [name, "\(id)"]))
                case "comments": screens.append(TitleCoordinator(title: "Comments", route: [name]))
                case "new": screens.append(TitleCoordinator(title: "New comment", route: [name]))
                case "settings": screens.append(TitleCoordinator(title: "Settings", route: [name]))
                default: throw link.notUnderstood()
                }
            }
            return screens
        }
        return Router(stack, onProblem: onProblem)
    }
}

private final class TitleCoordinator: Coordinator {
    let content: String
    let route: Route

    init(title: String, route: Route) {
        content = title
        self.route = route
    }
}

extension EpisodesState {
    /// Where the user is: `episode/3/comments`; empty on the list.
    var route: Route {
        Route(
            screens.flatMap { entry -> [String] in
                switch entry.screen {
                case .list: []
                case .episode(let id, _): ["episode", "\(id)"]
                case .comments: ["comments"]
                case .write: ["new"]
                case .settings: ["settings"]
                }
            })
    }
}
