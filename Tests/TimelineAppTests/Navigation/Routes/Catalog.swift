import TimelineKit
import TimelineNavigation

/// A catalog that notes the route at each action that its own reducer sees.
struct Catalog: Codable, Equatable, Sendable, RoutedState {
    var route: Route = "list"
    var seen: [String] = []
}

enum CatalogAction: Codable, Equatable, Sendable, RoutingAction {
    case route(RouteChange)
    case itemTapped(id: Int)
    case signedOut

    var routeChange: RouteChange? { if case .route(let change) = self { change } else { nil } }
}

struct CatalogProgram: Program {
    let name = "catalog"
    let version = "1"
    let initialState = Catalog()
    private let reducer = routing { (state: inout Catalog, action: CatalogAction) in
        switch action {
        case .route: state.seen.append("route \(state.route)")
        case .itemTapped(let id): state.seen.append("item \(id) at \(state.route)")
        case .signedOut: state.route = "signin"
        }
    }

    func reduce(_ state: inout Catalog, _ action: CatalogAction) { reducer(&state, action) }
}
