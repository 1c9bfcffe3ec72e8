import Testing
import TimelineKit
import TimelineNavigation
import TimelineStore

/// A pair of stacks whose screens load, and the actions of a coordinator that opens and closes them.
private struct Shop: Equatable, Sendable {
    enum Action: Sendable {
        enum Item: Equatable, Sendable {
            case appeared
            case searched(text: String)
            case cleared
            /// The coordinator closes the screen.
            case closed
            case loaded(String)
        }

        case screens(ScreenAction<Item, Int>)
        case other(ScreenAction<Item, Int>)
        case change(@Sendable (inout ScreenStack<Int, Int>) throws(ScreenStackError) -> Void)
        /// Handled by a middleware: the screen appears and is popped in one dispatch.
        case appearedAndPopped
    }

    var screens = Stack("0 push 1")
    var other = Stack("0 push 1")

    @Sendable static func reduce(_ state: inout Shop, _ action: Action) {
        forEachScreen(
            \Shop.screens, action: { (action: Action) in if case .screens(let inner) = action { inner } else { nil } },
            reduceScreen: { _, _ in }, onProblem: { Issue.record("\($0)") }
        ) { state, action throws(ScreenStackError) in
            switch action {
            case .change(let change): try change(&state.screens)
            case .screens(.screen(_, .closed)): try state.screens.goBack()
            default: break
            }
        }(&state, action)
    }
}

struct ScreenEffectsTests {
    private let log = Notes()
    private let running = RunningEffects()
    private let gate = Gate()
    private let store: Store<Shop, Shop.Action>

    /// The effects of the store wait for the gate, ignore their cancellation, and note what they load when it is reduced.
    init() {
        let noting = Middleware<Shop, Shop.Action> { [log] dispatched, store, next in
            next(dispatched)
            if case .appearedAndPopped = dispatched.action {
                store.dispatch(.screens(.screen(id: 1, action: .appeared)))
                store.dispatch(.change { stack throws(ScreenStackError) in try stack.pop() })
            }
            guard dispatched.from == .effect else { return }
            switch dispatched.action {
            case .screens(.screen(let id, .loaded(let text))): log.note("\(id) \(text)")
            case .other(.screen(let id, .loaded(let text))): log.note("other \(id) \(text)")
            default: break
            }
        }
        store = Store(
            initialState: Shop(),
            middleware: [
                .screenEffects(
                    \.screens, action: { if case .screens(let action) = $0 { action } else { nil } }, in: running
                ) { [gate] id, action, _ in
                    effects(action, gate) { .screens(.screen(id: id, action: $0)) }
                },
                .screenEffects(
                    \.other, action: { if case .other(let action) = $0 { action } else { nil } }, in: running
                ) { [gate] id, action, _ in
                    effects(action, gate) { .other(.screen(id: id, action: $0)) }
                }, noting,
            ], reducer: Shop.reduce)
    }

    private func loaded() async -> [String] {
        gate.open()
        await running.allEnded()
        return log.all.sorted()
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The stack while screen 1 loads.
        var before = "0 push 1"
        let after: String
        let isCancelled: Bool
        let change: @Sendable (inout ScreenStack<Int, Int>) throws(ScreenStackError) -> Void
    }

    /// TCACoordinators: "any in-flight effects initiated by a particular screen are cancelled automatically when that screen is popped
    /// or dismissed".
    static let rows = [
        Row(testDescription: "nothing happens", after: "0 push 1", isCancelled: false) { _ in },
        Row(
            testDescription: "one on it is popped", before: "0 push 1 push 2", after: "0 push 1", isCancelled: false
        ) { stack throws(ScreenStackError) in try stack.pop() },
        Row(testDescription: "it is popped", after: "0", isCancelled: true) { stack throws(ScreenStackError) in
            try stack.pop()
        },
        Row(testDescription: "the sheet is dismissed", before: "0 sheet 1", after: "0", isCancelled: true) {
            stack throws(ScreenStackError) in try stack.dismiss()
        },
        Row(
            testDescription: "the cover that it is pushed on is dismissed", before: "0 cover 2 push 1", after: "0",
            isCancelled: true
        ) { stack in stack.dismissAll() },
        Row(
            // TCACoordinators with an indexed stack compares indices, and lets the effect go on: the other screen gets its result.
            testDescription: "another takes its index in the same step", after: "0 push 2", isCancelled: true
        ) { stack throws(ScreenStackError) in
            try stack.pop()
            try stack.push(2, id: 2)
        },
        Row(testDescription: "it gets another index in the same step", after: "1", isCancelled: false) { stack in
            stack = ScreenStack(root: 1, id: 1)
        },
        Row(testDescription: "there is another root", before: "1 push 2", after: "3", isCancelled: true) { stack in
            stack = ScreenStack(root: 3, id: 3)
        },
    ]

    /// TCA 0.50 cancels before it starts, where both happen in one turn, so that the effect goes on: `aScreenThatLeaves…` waits for nothing
    /// between the two.
    @Test(arguments: rows) func aScreenThatLeavesTheStackEndsItsEffects(row: Row) async {
        store.dispatch(.change { stack in stack = Stack(row.before) })
        store.dispatch(.screens(.screen(id: 1, action: .appeared)))
        #expect(running.count == 1)
        store.dispatch(.change(row.change))
        #expect(store.state.screens.text == row.after)
        #expect(await loaded() == (row.isCancelled ? [] : ["1 appeared"]))
    }

    @Test func aBackSwipeEndsTheEffectsOfTheScreensAbove() async {
        store.dispatch(.change { stack throws(ScreenStackError) in try stack.push(2, id: 2) })
        for id in 0...2 { store.dispatch(.screens(.screen(id: id, action: .appeared))) }
        #expect(running.count == 3)
        store.dispatch(.screens(.wentBack(to: 0)))
        #expect(await loaded() == ["0 appeared"])
    }

    @Test func aStateThatIsSetFromOutsideEndsThem() async {
        store.dispatch(.screens(.screen(id: 0, action: .appeared)))
        store.dispatch(.screens(.screen(id: 1, action: .appeared)))
        store.set(Shop(screens: Stack("0")), by: "test")
        store.set(Shop(), by: "test")
        #expect(await loaded() == ["0 appeared"])
    }

    @Test func theTaskOfAScreenThatLeftIsCancelled() async {
        let running = running
        let store = Store(
            initialState: Shop(),
            middleware: [
                .screenEffects(
                    \.screens, action: { if case .screens(let action) = $0 { action } else { nil } }, in: running
                ) { [log, gate] _, _, _ in
                    [
                        .run { _ in
                            await gate.wait()
                            log.note("\(Task.isCancelled)")
                        }
                    ]
                }
            ], reducer: Shop.reduce)
        store.dispatch(.screens(.screen(id: 1, action: .appeared)))
        store.dispatch(.change { stack throws(ScreenStackError) in try stack.pop() })
        #expect(await loaded() == ["true"])
    }

    @Test func anActionThatClosesItsScreenOrIsOfAScreenThatIsGoneStartsNone() async {
        store.dispatch(.screens(.screen(id: 1, action: .closed)))
        store.dispatch(.screens(.screen(id: 7, action: .appeared)))
        #expect(running.count == 0)
        #expect(await loaded() == [])
    }

    @Test func startedAndPoppedInOneDispatchIsCancelled() async {
        store.dispatch(.appearedAndPopped)
        #expect(running.count == 1)
        #expect(await loaded() == [])
    }

    /// An id that returns is still another visit. The app should not reuse it.
    @Test func aScreenThatReturnsDoesNotGetWhatItsEffectsLoadedBefore() async {
        store.dispatch(.screens(.screen(id: 1, action: .appeared)))
        store.dispatch(.change { stack throws(ScreenStackError) in try stack.pop() })
        store.dispatch(.change { stack throws(ScreenStackError) in try stack.push(1, id: 1) })
        #expect(await loaded() == [])
    }

    /// The middleware does not see an action that follows the user interface.
    @Test(arguments: [false, true]) func aScreenThatLeftPastTheMiddlewareGetsNothing(returns: Bool) async {
        store.dispatch(.screens(.screen(id: 1, action: .appeared)))
        store.follow(.screens(.wentBack(to: 0)))
        if returns { store.dispatch(.change { stack throws(ScreenStackError) in try stack.push(1, id: 1) }) }
        #expect(await loaded() == [])
    }

    @Test func eachScreenHasItsOwnNames() async {
        for (id, text) in [(0, "a"), (1, "b"), (1, "c"), (0, "d")] {
            store.dispatch(.screens(.screen(id: id, action: .searched(text: text))))
        }
        store.dispatch(.other(.screen(id: 1, action: .searched(text: "e"))))
        store.dispatch(.screens(.screen(id: 0, action: .cleared)))
        #expect(await loaded() == ["1 c", "other 1 e"])
    }

    @Test func screensOfAnotherStackWithTheSameIDGoOn() async {
        store.dispatch(.other(.screen(id: 1, action: .appeared)))
        store.dispatch(.screens(.screen(id: 1, action: .appeared)))
        store.dispatch(.change { stack throws(ScreenStackError) in try stack.pop() })
        #expect(await loaded() == ["other 1 appeared"])
    }

    @Test func aStateThatTimeTravelShowsEndsNone() async {
        store.dispatch(.screens(.screen(id: 1, action: .appeared)))
        let traveler = ObjectIdentifier(log)
        _ = store.live.core.beginTimeTravel(traveler, refusesActions: true) { _ in }
        store.live.core.show(Shop(screens: Stack("0")), for: traveler) { true }
        #expect(await loaded() == [])
        store.live.core.endTimeTravel(traveler, settingBy: nil, .release)
        #expect(log.all == ["1 appeared"])
    }

    @Test func anActionOfAnotherReplicaEndsThemAndStartsNone() async {
        store.dispatch(.screens(.screen(id: 1, action: .appeared)))
        store.dispatch(.screens(.screen(id: 0, action: .appeared)), from: .replication)
        #expect(running.count == 1)
        store.dispatch(.change { stack throws(ScreenStackError) in try stack.pop() }, from: .replication)
        #expect(await loaded() == [])
    }

    @Test func aMiddlewareServesSeveralStores() async {
        let middleware = Middleware<Set<Int>, Int>.effects(
            in: running, owner: { action in action > 0 ? action : nil },
            isPresent: { id, state in state.contains(id) }
        ) { [gate] id, _, _ in [sending(-id, after: gate)] }
        let stores = [[1], []].map { ids in
            Store<Set<Int>, Int>(initialState: Set(ids), middleware: [middleware]) { [log] _, action in
                if action < 0 { log.note("\(action)") }
            }
        }
        stores[0].dispatch(1)
        stores[1].dispatch(0)
        #expect(await loaded() == ["-1"])
    }
}

/// An effect that waits for `gate`, also if it is cancelled: by the next one with its id, if it has one.
private func sending<Action: Sendable>(_ action: Action, id: String? = nil, after gate: Gate) -> Effect<Action> {
    .run(id: id, cancelInFlight: id != nil) { send in
        await gate.wait()
        send(action)
    }
}

/// What an action of a screen starts.
private func effects(
    _ action: Shop.Action.Item, _ gate: Gate, _ embed: @escaping @Sendable (Shop.Action.Item) -> Shop.Action
) -> [Effect<Shop.Action>] {
    switch action {
    case .appeared, .closed: [sending(embed(.loaded("\(action)")), after: gate)]
    case .searched(let text): [sending(embed(.loaded(text)), id: "search", after: gate)]
    case .cleared: [.cancel(id: "search")]
    case .loaded: []
    }
}
