internal import Foundation
internal import Observation
internal import TimelineKit
internal import TimelineNavigation
internal import TimelineStore

/// What generated values, observed parts and routes add to a step.
struct StoreMeasure: Measure {
    static let name = "store"
    static let abstract = "steps with generated values, observed parts and routes, beside plain steps"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        try generated(context) + observed(context) + routes(context)
    }

    // MARK: - Generated values

    private func generated(_ context: BenchmarkContext) throws -> [Finding] {
        func plain() -> Double { record([.tapped(id: 3)], generatesValues: true, context) }
        return [generatingNothing(context)]
            + (try Comparison(
                measure: "store, a step that generates nothing", size: "recorded", ours: plain,
                peers: [
                    .init(name: "a program that does not declare values") {
                        record([.tapped(id: 3)], generatesValues: false, context)
                    }
                ]
            ).findings(rounds: context.rounds))
            + (try Comparison(
                measure: "store, a step that generates a UUID", size: "recorded",
                ours: { record([.identified], generatesValues: true, context) },
                peers: [.init(name: "a step that generates nothing", run: plain)]
            ).findings(rounds: context.rounds))
    }

    /// What each recorded step pays so that its reducer can generate values: the time of `generating` with an empty reducer.
    private func generatingNothing(_ context: BenchmarkContext) -> Finding {
        let recorder = Recorder(program: Board(), in: .file(context.recordings.scratch("store.jsonl")))
        let count = 10 * context.scale.actions
        func seconds() -> Double {
            var sum = 0
            return Stopwatch.seconds(each: count) {
                for number in 1...count { recorder.generating(inStep: 1) { sum &+= number } }
            }
        }
        _ = seconds()
        let readings = (0..<context.rounds).map { _ in seconds() }
        recorder.finish()
        return Finding(
            measure: "store, what a step that generates nothing pays", size: "recorded", ours: Spread(readings),
            goal: 30e-9)
    }

    // MARK: - Observed parts

    private func observed(_ context: BenchmarkContext) throws -> [Finding] {
        func comparison(_ parts: Int) throws -> Finding {
            try Comparison(
                measure: "store, observed parts, one changes", size: parts == 1 ? "1 part" : "\(parts) parts",
                ours: { dispatch(observing: parts, context) },
                peers: [.init(name: "no part is observed") { dispatch(observing: 0, context) }]
            ).findings(rounds: context.rounds)[0]
        }
        let (one, all) = (try comparison(1), try comparison(Board.size))
        guard let few = one.ours, let many = all.ours else { return [one, all] }
        let each = [many.minimum - few.minimum, many.median - few.median, many.maximum - few.maximum].map {
            $0 / Double(Board.size - 1)
        }
        return [
            one, all,
            Finding(
                measure: "store, an observed part that does not change", size: "1 part",
                ours: Spread(each)),
        ]
    }

    /// Dispatches to a store that is not recorded. Each observer reads its part again when it changed, as a view does.
    ///
    /// - Returns: The seconds per step.
    private func dispatch(observing parts: Int, _ context: BenchmarkContext) -> Double {
        let store = Store(program: Board())
        func observe(_ part: Int) {
            withObservationTracking {
                _ = store[\.counts[part]]
            } onChange: {
            }
        }
        for part in 0..<parts { observe(part) }
        let count = context.scale.actions / 10
        return Stopwatch.seconds(each: count) {
            for step in 0..<count {
                let part = parts > 0 ? step % parts : 0
                store.dispatch(.counted(part))
                if parts > 0 { observe(part) }
            }
        }
    }

    // MARK: - Routes

    private func routes(_ context: BenchmarkContext) throws -> [Finding] {
        try Comparison(
            measure: "store, a change of the route", size: "recorded",
            ours: {
                record(
                    [.route(RouteChange(.push("3"))), .route(RouteChange(.pop("3")))], generatesValues: false, context)
            },
            peers: [
                .init(name: "a step of a plain action") { record([.tapped(id: 3)], generatesValues: false, context) }
            ]
        ).findings(rounds: context.rounds)
    }

    /// Records steps of these actions in turn.
    ///
    /// - Returns: The seconds per step.
    private func record(_ actions: [BoardAction], generatesValues: Bool, _ context: BenchmarkContext) -> Double {
        let program = Board(generatesValues: generatesValues)
        let recorder = Recorder(program: program, in: .file(context.recordings.scratch("store.jsonl")))
        let reducer = recorder.recording(program.reduce)
        var state = program.initialState
        let count = context.scale.actions
        let seconds = Stopwatch.seconds(each: count) {
            for step in 0..<count { reducer(&state, actions[step % actions.count]) }
        }
        recorder.finish()
        // `scratch` removes the file.
        _ = context.recordings.scratch("store.jsonl")
        return seconds
    }

    // MARK: - The program

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
        var generatesValues = true
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
