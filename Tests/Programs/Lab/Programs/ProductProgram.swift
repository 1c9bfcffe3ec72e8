import TimelineKit

/// A list of products and the screen of one. Loading ends with the screen, adding to the cart does not.
struct ProductProgram: LabProgram {
    struct Details: Codable, Hashable, Sendable {
        var id: Int
        var price: Int
    }
    struct Reviews: Codable, Hashable, Sendable {
        var id: Int
        var ratings: [Int]
    }
    struct Line: Codable, Equatable, Sendable {
        var id: Int
        var quantity: Int
    }

    struct State: Codable, Equatable, Sendable {
        var open: Int?
        var details: Details?
        var reviews: Reviews?
        var hasAppeared = false
        var hasFailed = false
        var quantity = 1
        var adding = 0
        var cart: [Line] = []
        var badge = 0
    }

    enum Action: Codable, Hashable, Sendable {
        case opened(id: Int), appeared, closeTapped, retryTapped, plusTapped, minusTapped, addTapped
        case removeTapped(id: Int)
        case detailsLoaded(Details), detailsFailed, reviewsLoaded(Reviews), added(id: Int, quantity: Int)
    }

    static let results: Set = ["detailsLoaded", "detailsFailed", "reviewsLoaded", "added"]
    let initialState = State()
    let bugs: Set<LabBug>
    let invariants = [
        Invariant<State>(.r1, "the badge is the sum of the cart") { state in
            state.badge == state.cart.reduce(0) { $0 + $1.quantity }
        },
        Invariant(.u1, "the details are of the open product") { $0.details == nil || $0.details?.id == $0.open },
        Invariant(.u3, "the reviews are of the open product") { $0.reviews == nil || $0.reviews?.id == $0.open },
        Invariant(.u2, "one product is added at a time") { (0...1).contains($0.adding) },
    ]

    func controls(in state: State) -> [Action] {
        guard let open = state.open else {
            return (1...5).map { .opened(id: $0) } + state.cart.map { .removeTapped(id: $0.id) }
        }
        var controls: [Action] = [.closeTapped]
        if !state.hasAppeared { controls.append(.appeared) }
        if state.hasFailed { controls.append(.retryTapped) }
        if state.quantity < 5 { controls.append(.plusTapped) }
        if state.quantity > 1 { controls.append(.minusTapped) }
        if state.details != nil, state.adding == 0 { controls.append(.addTapped) }
        if state.cart.contains(where: { $0.id == open }) { controls.append(.removeTapped(id: open)) }
        return controls
    }

    func effects(of action: Action, from before: State, to after: State) -> [LabEffect<Action>] {
        switch (action, after.open) {
        case (.opened, let id?), (.retryTapped, let id?):
            [.start("details", [[.detailsLoaded(Details(id: id, price: 100 * id + 99))], [.detailsFailed]])]
        case (.appeared, let id?): [.start("reviews", [[.reviewsLoaded(Reviews(id: id, ratings: Array(1...id)))]])]
        case (.addTapped, let id?): [.start("add", [[.added(id: id, quantity: before.quantity)]])]
        case (.closeTapped, _): [.cancel("details"), .cancel("reviews")]
        default: []
        }
    }

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .opened(let id): state = State(open: id, adding: state.adding, cart: state.cart, badge: state.badge)
        case .appeared: state.hasAppeared = true
        case .closeTapped: (state.open, state.details, state.reviews, state.hasFailed) = (nil, nil, nil, false)
        case .retryTapped: state.hasFailed = false
        case .plusTapped: state.quantity += 1
        case .minusTapped: state.quantity -= 1
        case .addTapped: if state.adding == 0 || has(.u2) { state.adding += 1 }
        case .detailsLoaded(let details): if details.id == state.open || has(.u1) { state.details = details }
        case .detailsFailed: state.hasFailed = state.open != nil
        case .reviewsLoaded(let reviews): if reviews.id == state.open || has(.u3) { state.reviews = reviews }
        case .added(let id, let quantity):
            if state.adding == 0, !has(.u2) { return }
            state.adding -= 1
            if state.open == nil, has(.r2) { return trap(.r2, "no product is open") }
            if let index = state.cart.firstIndex(where: { $0.id == id }) {
                state.cart[index].quantity += quantity
            } else {
                state.cart.append(Line(id: id, quantity: quantity))
            }
            state.badge += quantity
        case .removeTapped(let id):
            guard let index = state.cart.firstIndex(where: { $0.id == id }) else { return }
            state.badge -= has(.r1) && state.open == id ? state.quantity : state.cart[index].quantity
            state.cart.remove(at: index)
        }
    }
}
