import Testing
import TimelineKit
import TimelineReplay
import TimelineNavigation
import TimelineStore
import TimelineTestSupport

/// An app whose screens count. The coordinator opens and closes them.
private struct Counters: Codable, Equatable, Sendable {
    struct Screen: Codable, Equatable, Sendable {
        var count = 0
    }

    var screens = ScreenStack(root: Screen(), id: "first")
    /// What the coordinator saw, with the counts of all screens then.
    var log: [String] = []
    var isOpen = false
}

private enum CountersAction: Codable, Equatable, Sendable {
    enum Total: Codable, Equatable, Sendable {
        case increment
        case detailTapped
        case doneTapped
    }

    case screens(ScreenAction<Total, String>)
    case homeTapped
    case allTapped
    case pushTapped(id: String)
}

private struct CountersProgram: Program {
    let name = "counters"
    let version = "1"
    let initialState = Counters()
    let problems: Notes
    private let reducer: @Sendable (inout Counters, CountersAction) -> Void

    init(_ problems: Notes = Notes()) {
        self.problems = problems
        reducer = forEachScreen(
            \Counters.screens, action: { if case .screens(let action) = $0 { action } else { nil } },
            reduceScreen: { screen, action in if action == .increment { screen.count += 1 } },
            onProblem: { problems.note("\($0)") }
        ) { state, action throws(ScreenStackError) in
            state.log.append("\(state.screens.map { "\($0.id):\($0.screen.count)" })")
            switch action {
            case .screens(.screen(let id, .detailTapped)): try state.screens.push(Counters.Screen(), id: id + "+")
            case .screens(.screen(_, .doneTapped)): try state.screens.dismiss()
            case .screens: break
            case .homeTapped: try state.screens.popToRoot()
            case .allTapped:
                state.isOpen = true
                try state.screens.presentSheet(Counters.Screen(), id: "sheet")
                try state.screens.push(Counters.Screen(), id: "detail")
            case .pushTapped(let id): try state.screens.push(Counters.Screen(), id: id)
            }
        }
    }

    func reduce(_ state: inout Counters, _ action: CountersAction) { reducer(&state, action) }
}

struct ForEachScreenTests {
    private let problems = Notes()
    private var program: CountersProgram { CountersProgram(problems) }

    private func state(after actions: CountersAction..., from state: Counters = Counters()) -> Counters {
        let program = program
        return actions.reduce(into: state) { program.reduce(&$0, $1) }
    }

    private func text(_ state: Counters) -> String {
        state.screens.map { "\($0.style) \($0.id) \($0.screen.count)" }.joined(separator: ", ")
    }

    /// TCACoordinators 0.8 does this unless effects are not to be cancelled: with `cancellationId: nil`, `CancelEffectsOnDismiss` runs the
    /// coordinator first, and a screen that it closes misses its own action.
    @Test func theScreenIsReducedBeforeTheCoordinator() {
        let state = state(after: .screens(.screen(id: "first", action: .increment)))
        #expect(state.log == [#"["first:1"]"#])
    }

    /// TCACoordinators with an indexed stack gives the action to the screen that has the index now.
    @Test func anActionOfAScreenThatIsGoneIsIgnored() {
        let before = state(after: .pushTapped(id: "second"), .screens(.wentBack(to: "first")), .pushTapped(id: "third"))
        #expect(text(before) == "root first 0, push third 0")
        for action in [CountersAction.Total.increment, .detailTapped, .doneTapped] {
            #expect(state(after: .screens(.screen(id: "second", action: action)), from: before) == before)
        }
        #expect(problems.all == [])
    }

    @Test func wentBackTakesWhatTheUserDid() {
        let open = state(after: .pushTapped(id: "a"), .pushTapped(id: "b"), .allTapped)
        #expect(text(open) == "root first 0, push a 0, push b 0, sheet sheet 0, push detail 0")
        for (id, after) in [
            ("sheet", "root first 0, push a 0, push b 0, sheet sheet 0"), ("b", "root first 0, push a 0, push b 0"),
            ("first", "root first 0"), ("detail", text(open)),
        ] {
            let state = state(after: .screens(.wentBack(to: id)), from: open)
            #expect(text(state) == after)
            #expect(state.log.count == open.log.count + 1, "the coordinator sees it")
        }
        #expect(problems.all == [])
    }

    @Test func ifTheCoordinatorThrowsHalfwayTheWholeStackIsAsBefore() {
        let before = state(after: .pushTapped(id: "detail"))
        let after = state(after: .allTapped, from: before)
        #expect(after.screens == before.screens)
        #expect(after.isOpen, "what is outside the stack stays")
        #expect(problems.all == ["screen detail is already on the stack"])
    }

    @Test func whatTheScreenDidStaysIfTheCoordinatorThrows() {
        let after = state(after: .screens(.screen(id: "first", action: .doneTapped)))
        #expect(text(after) == "root first 0")
        #expect(problems.all == ["cannot dismiss 1 screen, as the stack has 0 presented"])
    }

    /// A screen with a large state is not copied to change it.
    @Test func aScreenIsReducedInPlace() {
        final class Storage: Sendable {}
        struct Screen { var storage = Storage() }
        struct State { var screens = ScreenStack(root: Screen(), id: 0) }
        let log = Notes()
        let reduce = forEachScreen(
            \State.screens, action: { (action: ScreenAction<Bool, Int>) in action },
            reduceScreen: { screen, _ in log.note("\(isKnownUniquelyReferenced(&screen.storage))") },
            onProblem: { log.note("\($0)") }, coordinator: { _, _ in })
        var state = State()
        for _ in 0..<3 { reduce(&state, .screen(id: 0, action: true)) }
        #expect(log.all == ["true", "true", "true"])
    }

    @Test func aReplayRepeatsNavigationAndItsProblems() throws {
        let folder = TemporaryFolder()
        let recorder = try Recorder<Counters, CountersAction>.ticking(for: program, to: folder.file())
        let store = Store(program: program, middleware: [recorder.middleware])
        let actions: [CountersAction] = [
            .screens(.screen(id: "first", action: .detailTapped)), .screens(.screen(id: "first+", action: .increment)),
            .allTapped, .homeTapped, .screens(.wentBack(to: "first+")),
            .screens(.screen(id: "sheet", action: .increment)), .screens(.wentBack(to: "sheet")), .homeTapped,
            .pushTapped(id: "first+"),
        ]
        var states: [Counters] = []
        for action in actions {
            store.dispatch(action)
            states.append(store.state)
        }
        recorder.finish()
        #expect(
            states.map(text) == [
                "root first 0, push first+ 0", "root first 0, push first+ 1",
                "root first 0, push first+ 1, sheet sheet 0, push detail 0",
                "root first 0, push first+ 1, sheet sheet 0, push detail 0", "root first 0, push first+ 1",
                "root first 0, push first+ 1", "root first 0, push first+ 1", "root first 0",
                "root first 0, push first+ 0",
            ])
        // The coordinator sees each action but those that concern no screen.
        #expect(states.map(\.log.count) == [1, 2, 3, 4, 5, 5, 5, 6, 7])
        let live = problems.all
        #expect(live == ["cannot pop screen sheet, which is a sheet", "there is no screen sheet"])

        let replayed = Notes()
        var replayer = try Replayer(program: CountersProgram(replayed), timeline: folder.file(), fresh: true)
        var again: [Counters] = []
        while let step = try replayer.next() { again.append(step.state) }
        #expect(again == states)
        #expect(replayed.all == live)
    }

    @Test func theJSONOfActionsHasNames() throws {
        typealias Action = ScreenAction<CountersAction.Total, String>
        try expectJSON(Action.screen(id: "a", action: .increment), #"{"screen":{"action":{"increment":{}},"id":"a"}}"#)
        try expectJSON(Action.wentBack(to: "a"), #"{"wentBack":{"to":"a"}}"#)
    }
}
