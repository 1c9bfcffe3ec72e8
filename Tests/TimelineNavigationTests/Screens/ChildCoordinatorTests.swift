import Testing
import TimelineNavigation

/// A coordinator with a stack of its own, which is a screen of a parent's stack, and the content of tabs.
///
/// TCACoordinators: `Docs/Nesting Coordinators.md`, `README.md` under "Composing child coordinators". A child that is pushed
/// works as well as one that is presented, because nothing here is a view.
private struct Game: Equatable, Sendable {
    enum Action: Equatable, Sendable {
        case screens(ScreenAction<Move, Int>)
        case levelTapped(number: Int)
    }

    enum Move: Equatable, Sendable {
        case scored
        case lost
    }

    var screens = ScreenStack(root: 0, id: 0)

    static func reducer(_ onProblem: @escaping @Sendable (ScreenStackError) -> Void)
        -> @Sendable (inout Game, Action) -> Void
    {
        forEachScreen(
            \Game.screens, action: { if case .screens(let action) = $0 { action } else { nil } },
            reduceScreen: { score, move in if move == .scored { score += 1 } }, onProblem: onProblem
        ) { game, action throws(ScreenStackError) in
            switch action {
            case .levelTapped(let number): try game.screens.push(0, id: number)
            case .screens(.screen(_, .lost)): try game.screens.pop()
            case .screens: break
            }
        }
    }
}

private struct App: Equatable, Sendable {
    enum Screen: Equatable, Sendable {
        case home
        case game(Game)
    }

    enum ScreenMove: Equatable, Sendable {
        case game(Game.Action)
    }

    enum Action: Equatable, Sendable {
        case screens(ScreenAction<ScreenMove, String>)
        case gameTapped(id: String, isSheet: Bool)
        case left(Game.Action)
        case right(Game.Action)
    }

    var screens = ScreenStack(root: Screen.home, id: "home")
    var (left, right) = (Game(), Game())

    private static let game = Game.reducer { _ in }

    private static let coordinator: @Sendable (inout App, Action) -> Void = forEachScreen(
        \App.screens, action: { if case .screens(let action) = $0 { action } else { nil } },
        reduceScreen: { screen, move in
            guard case .game(let action) = move, case .game(var child) = screen else { return }
            game(&child, action)
            screen = .game(child)
        }, onProblem: { _ in }
    ) { app, action throws(ScreenStackError) in
        switch action {
        case .gameTapped(let id, let isSheet):
            if isSheet {
                try app.screens.presentSheet(.game(Game()), id: id)
            } else {
                try app.screens.push(.game(Game()), id: id)
            }
        // The child lost its first level: the parent closes it.
        case .screens(.screen(_, .game(.screens(.screen(0, .lost))))): try app.screens.goBack()
        default: break
        }
    }

    @Sendable static func reduce(_ app: inout App, _ action: Action) {
        coordinator(&app, action)
        switch action {
        case .left(let action): game(&app.left, action)
        case .right(let action): game(&app.right, action)
        default: break
        }
    }
}

struct ChildCoordinatorTests {
    private func state(after actions: App.Action...) -> App { actions.reduce(into: App()) { App.reduce(&$0, $1) } }

    private func text(_ game: Game) -> String { game.screens.map { "\($0.id):\($0.screen)" }.joined(separator: " ") }

    private func text(_ app: App) -> String {
        app.screens.map { entry in
            if case .game(let game) = entry.screen { "\(entry.style) \(entry.id) (\(text(game)))" } else { entry.id }
        }.joined(separator: ", ")
    }

    private func to(_ id: String, _ action: Game.Action) -> App.Action {
        .screens(.screen(id: id, action: .game(action)))
    }

    @Test(arguments: [true, false])
    func aChildIsAScreenOfItsParentsStack(isSheet: Bool) {
        let style = isSheet ? "sheet" : "push"
        let open = state(
            after: .gameTapped(id: "a", isSheet: isSheet), to("a", .levelTapped(number: 1)),
            to("a", .levelTapped(number: 2)), to("a", .screens(.screen(id: 1, action: .scored))))
        #expect(text(open) == "home, \(style) a (0:0 1:1 2:0)")

        var back = open
        App.reduce(&back, to("a", .screens(.updateScreens(backTo: 1))))
        #expect(text(back) == "home, \(style) a (0:0 1:1)")
        App.reduce(&back, to("a", .screens(.screen(id: 2, action: .scored))))
        #expect(text(back) == "home, \(style) a (0:0 1:1)", "the child's screen is gone")
        App.reduce(&back, .screens(.updateScreens(backTo: "home")))
        App.reduce(&back, to("a", .screens(.screen(id: 1, action: .scored))))
        #expect(text(back) == "home", "the child is gone")
    }

    @Test func twoChildrenOnOneStackAreTwo() {
        let state = state(
            after: .gameTapped(id: "a", isSheet: false), .gameTapped(id: "b", isSheet: true),
            to("b", .levelTapped(number: 1)), to("a", .screens(.screen(id: 0, action: .scored))))
        #expect(text(state) == "home, push a (0:1), sheet b (0:0 1:0)")
    }

    @Test func theParentSeesTheActionsOfAChildAfterTheChild() {
        let state = state(after: .gameTapped(id: "a", isSheet: true), to("a", .screens(.screen(id: 0, action: .lost))))
        #expect(text(state) == "home")
    }

    @Test func tabsAreStacksSideBySide() {
        let state = state(
            after: .left(.levelTapped(number: 1)), .right(.levelTapped(number: 1)), .right(.levelTapped(number: 2)),
            .left(.screens(.screen(id: 1, action: .scored))), .right(.screens(.updateScreens(backTo: 0))))
        #expect(text(state.left) == "0:0 1:1")
        #expect(text(state.right) == "0:0")
        #expect(text(state) == "home")
    }
}
