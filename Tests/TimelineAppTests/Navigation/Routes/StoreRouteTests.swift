import Foundation
import Observation
import Testing
import TimelineKit
import TimelineReplay
import TimelineNavigation
import TimelineStore
import TimelineTestSupport

/// `store.navigate(_:)` and `store.setRoute(_:)`.
struct StoreRouteTests {
    private let program = CatalogProgram()
    private let log = Notes()

    /// A store that notes what its middleware, subscribers and observers get.
    private func noting(_ recorder: Recorder<Catalog, CatalogAction>? = nil) -> (
        store: Store<Catalog, CatalogAction>, subscriptions: [Subscription]
    ) {
        let logging = Middleware<Catalog, CatalogAction> { [log] dispatched, _, next in
            log.note("middleware \(dispatched.from)")
            next(dispatched)
        }
        let store = Store(program: program, middleware: [logging] + [recorder?.middleware].compactMap { $0 })
        withObservationTracking {
            _ = store.route
        } onChange: { [log] in
            log.note("observer")
        }
        return (
            store,
            [
                store.subscribe { [log] in log.note("subscriber \($0.route)") },
                store.subscribe(to: \.route) { [log] in log.note("route \($0)") },
            ]
        )
    }

    private static let changes: [(action: RouteAction, after: Route)] = [
        (.goto("cart"), "cart"), (.push("3"), "list/3"), (.push("3/comments"), "list/3/comments"), (.pop("list"), ""),
        (.replace("list", with: "cart/1"), "cart/1"),
    ]

    private static let nothing: [RouteAction] = [
        .goto("list"), .push(""), .pop(""), .pop("3"), .pop("app/list"), .replace("3", with: "4"),
        .replace("list", with: "list"),
    ]

    @Test(arguments: changes) func routeIsOneStepInWhichTheAppsReducerSeesTheNewRoute(action: RouteAction, after: Route)
    {
        let (store, subscriptions) = noting()
        store.navigate(action)
        #expect(store.state == Catalog(route: after, seen: ["route \(after)"]))
        #expect(store.live.core.liveStep.seq == 1)
        #expect(log.all == ["middleware user", "observer", "subscriber \(after)", "route \(after)"])
        subscriptions.forEach { $0.cancel() }
    }

    @Test(arguments: nothing) func nothingIsDispatchedWhereTheRouteStays(action: RouteAction) {
        let (store, subscriptions) = noting()
        store.navigate(action)
        store.setRoute(action)
        #expect(store.state == Catalog())
        #expect(store.live.core.liveStep.seq == 0)
        #expect(log.all == [])
        subscriptions.forEach { $0.cancel() }
    }

    @Test func aChangeThatDoesNotMatchStillReachesTheAppsReducer() {
        let store = Store(program: program)
        store.dispatch(.route(RouteChange(.pop("9"))))
        #expect(store.state == Catalog(route: "list", seen: ["route list"]))
    }

    @Test(arguments: changes) func setRouteIsAStepOfTheRouteAloneAndNotifiesNoSubscriber(
        action: RouteAction, after: Route
    ) {
        let (store, subscriptions) = noting()
        store.setRoute(action)
        #expect(store.state == Catalog(route: after))
        #expect(store.live.core.liveStep.seq == 1)
        #expect(log.all == [])
        // The next step does not report it as its own change.
        store.dispatch(.itemTapped(id: 7))
        #expect(log.all == ["middleware user", "subscriber \(after)"])
        subscriptions.forEach { $0.cancel() }
    }

    @Test func theScreenThatTheUserLeftCanBePushedAgain() {
        let (store, subscriptions) = noting()
        store.navigate(.push("3"))
        store.setRoute(.pop("3"))
        store.navigate(.push("3"))
        #expect(log.all.filter { $0.hasPrefix("route") } == ["route list/3", "route list/3"])
        subscriptions.forEach { $0.cancel() }
    }

    @Test func aReplayRepeatsBoth() throws {
        let folder = TemporaryFolder()
        let recorder = try Recorder<Catalog, CatalogAction>.ticking(for: program, to: folder.file())
        let (store, subscriptions) = noting(recorder)
        var states: [Catalog] = []
        let changes: [() -> Void] = [
            { store.navigate(.push("3")) }, { store.setRoute(.pop("3")) }, { store.navigate(.push("3/comments")) },
            { store.setRoute(.replace("comments", with: "reviews"), from: "tab") }, { store.dispatch(.signedOut) },
            { store.setRoute(.goto("list")) },
        ]
        for change in changes {
            change()
            states.append(store.state)
            // These change nothing, so they are not on file.
            store.navigate(.pop("9"))
            store.setRoute(.pop("9"))
        }
        recorder.finish()
        #expect(log.all.count { $0.hasPrefix("subscriber") } == 3)
        #expect(states.map(\.route) == ["list/3", "list", "list/3/comments", "list/3/reviews", "signin", "list"])
        #expect(states.last?.seen == ["route list/3", "route list/3/comments"])

        var replayer = try Replayer(program: program, timeline: folder.file(), fresh: true)
        var replayed: [Catalog] = []
        while let step = try replayer.next() { replayed.append(step.state) }
        #expect(replayed == states)
        #expect(replayer.counts.replayed == changes.count)

        let text = try String(contentsOfFile: folder.file(), encoding: .utf8)
        let actions = text.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /"action":(.*),"crc"/).map { String($0.1) }
        }
        #expect(
            actions == [
                #"{"route":{"_0":{"action":{"push":{"_0":["3"]}},"followsUI":false}}},"from":"user","in":1"#,
                #"{"route":{"_0":{"action":{"pop":{"_0":["3"]}},"followsUI":true}}},"from":"user","in":1"#,
                #"{"route":{"_0":{"action":{"push":{"_0":["3","comments"]}},"followsUI":false}}},"from":"user","in":1"#,
                #"{"route":{"_0":{"action":{"replace":{"_0":["comments"],"with":["reviews"]}},"followsUI":true}}},"from":"tab","in":2"#,
                #"{"signedOut":{}},"from":"user","in":2"#,
                #"{"route":{"_0":{"action":{"goto":{"_0":["list"]}},"followsUI":true}}},"from":"user","in":3"#,
            ])
        subscriptions.forEach { $0.cancel() }
    }

    @Test func withinADispatchWhetherTheRouteStaysIsDecidedWhenTheChangeIsDue() {
        let store = Store(program: program)
        let subscription = store.subscribe { [log] state in
            log.note("\(state.route)")
            guard case ["item 1 at list"] = state.seen else { return }
            store.navigate(.push("3"))
            store.setRoute(.pop("3"))
            store.navigate(.pop("3"))
            store.navigate(.push("4"))
            store.navigate(.goto("list"))
        }
        store.dispatch(.itemTapped(id: 1))
        subscription.cancel()
        #expect(log.all == ["list", "list/3", "list/4", "list"])
        #expect(store.live.core.liveStep.seq == 5)
    }

    @Test func ofManyThreadsThatPopTheSameScreenOneDoes() {
        for _ in 0..<100 {
            let store = Store(program: program)
            store.navigate(.push("3"))
            onThreads(8) { thread in
                if thread % 2 == 0 { store.navigate(.pop("3")) } else { store.setRoute(.pop("3")) }
            }
            #expect(store.state.route == "list")
            #expect(store.live.core.liveStep.seq == 2)
        }
    }
}
