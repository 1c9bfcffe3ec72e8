import ComposableArchitecture
import TimelineKit

nonisolated enum FeatureCore {
    struct Counter: Codable, Equatable, Sendable {
        var _count = 0
        var _$observationRegistrar = ObservationStateRegistrar()

        // sample: RecordingAnyStore#The Composable Architecture:3
    }

    enum FeatureAction: Codable, Sendable { case add(by: Int) }

    struct CounterFeature: Reducer {
        var body: some Reducer<Counter, FeatureAction> {
            Reduce { state, action in
                if case .add(let number) = action { state._count += number }
                return .none
            }
        }
    }

    // sample: RecordingAnyStore#The Composable Architecture:2
}

nonisolated enum StackCore {
    struct AppFeature: Reducer {
        struct State: Codable, Equatable, Sendable { var path = StackState<Int>() }
        enum Action: Sendable { case add(by: Int), path(StackAction<Int, Int>) }
        var body: some Reducer<State, Action> { Reduce { _, _ in .none } }
    }

    // sample: RecordingAnyStore#The Composable Architecture:4

    struct RecordedApp: Program {
        let name = "app"
        let version = "1.0.0"
        let initialState = AppFeature.State()

        func reduce(_ state: inout AppFeature.State, _ action: RecordedAction) {
            switch action {
            case .add(let number): _ = AppFeature()._reduce(into: &state, action: .add(by: number))
            }
        }
    }
}
