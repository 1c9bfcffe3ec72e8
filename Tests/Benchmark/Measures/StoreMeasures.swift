internal import EpisodesCore
internal import Foundation
internal import Observation
internal import TimelineKit
internal import TimelineNavigation
internal import TimelineStore

/// What generated values, observed parts, routes and threads add to a step.
enum StoreMeasures {
    static func steps(_ context: BenchmarkContext) -> [Measure] {
        let count = context.scale.actions
        /// Records steps of these actions in turn.
        func record(_ actions: [BoardAction], generatesValues: Bool = false) -> Double {
            let program = Board(generatesValues: generatesValues)
            return context.seconds(each: count, recording: program) {
                let reducer = $0.recording(program.reduce)
                var state = program.initialState
                for step in 0..<count { reducer(&state, actions[step % actions.count]) }
            }
        }
        func plain() -> Double { record([.tapped(id: 3)]) }
        func generatingNothing() -> Double { record([.tapped(id: 3)], generatesValues: true) }
        func observed(_ parts: Int) -> Measure {
            let size = parts == 1 ? "1 part" : "\(parts) parts"
            let peer = Measure.Peer("no part is observed") { dispatch(observing: 0, count / 10) }
            return Measure("store, observed parts, one changes", size, peers: [peer]) {
                dispatch(observing: parts, count / 10)
            }
        }
        return [
            Measure("store, what a step that generates nothing pays", "recorded", goal: 30e-9) {
                // The time of `generating` with an empty reducer.
                var sum = 0
                return context.seconds(each: 10 * count, recording: Board()) { recorder in
                    for number in 1...10 * count { recorder.withGeneratedValues(ofStep: 1) { sum &+= number } }
                }
            },
            Measure(
                "store, a step that generates nothing", "recorded",
                peers: [Measure.Peer("a program that does not declare values", run: plain)], ours: generatingNothing),
            Measure(
                "store, a step that generates a UUID", "recorded",
                peers: [Measure.Peer("a step that generates nothing", run: generatingNothing)]
            ) { record([.identified], generatesValues: true) },
            observed(1), observed(Board.size),
            Measure("store, an observed part that does not change", "1 part") {
                let (one, all) = (dispatch(observing: 1, count / 10), dispatch(observing: Board.size, count / 10))
                return (all - one) / Double(Board.size - 1)
            },
            Measure(
                "store, a change of the route", "recorded",
                peers: [Measure.Peer("a step of a plain action", run: plain)]
            ) { record([.route(RouteChange(.push("3"))), .route(RouteChange(.pop("3")))]) },
        ]
    }

    /// Dispatches to a store that is not recorded. Each observer reads its part again when it changed, as a view does.
    private static func dispatch(observing parts: Int, _ count: Int) -> Double {
        let store = Store(program: Board())
        func observe(_ part: Int) {
            withObservationTracking {
                _ = store[\.counts[part]]
            } onChange: {
            }
        }
        for part in 0..<parts { observe(part) }
        return Stopwatch.seconds(each: count) {
            for step in 0..<count {
                let part = parts > 0 ? step % parts : 0
                store.dispatch(.counted(part))
                if parts > 0 { observe(part) }
            }
        }
    }

    static func threads(_ context: BenchmarkContext) -> [Measure] {
        let (program, count) = (EpisodesProgram(), 2 * context.scale.actions)
        func dispatch(threads: Int) -> Double {
            context.seconds(each: count, recording: program) {
                let store = Store(program: program, middleware: [$0.middleware])
                DispatchQueue.concurrentPerform(iterations: threads) { _ in
                    for _ in 0..<count / threads { store.dispatch(EpisodesSession.smallAction) }
                }
            }
        }
        let one = Measure.Peer("1 thread", goal: 0.8, isSpeed: true) { dispatch(threads: 1) }
        return [Measure("threads", "8 threads", peers: [one]) { dispatch(threads: 8) }]
    }

    private enum BoardAction: Codable, Sendable, RoutingAction {
        case route(RouteChange)
        case tapped(id: Int)
        case identified
        case counted(Int)

        var routeChange: RouteChange? { if case .route(let change) = self { change } else { nil } }
    }

    private struct Board: Program {
        struct State: Codable, Equatable, Sendable, RoutedState {
            var route: Route = "list"
            var selection = 0
            var id: UUID?
            var counts = [Int](repeating: 0, count: Board.size)
        }

        static let size = 100

        let name = "board"
        let version = "1"
        let initialState = State()
        let generatesValues: Bool
        private let reducer = routing { (state: inout State, action: BoardAction) in
            switch action {
            case .route: break
            case .tapped(let id): state.selection = id
            case .identified: state.id = Generated.uuid()
            case .counted(let part): state.counts[part] += 1
            }
        }

        init(generatesValues: Bool = true) { self.generatesValues = generatesValues }

        func reduce(_ state: inout State, _ action: BoardAction) { reducer(&state, action) }
    }
}
