import ComposableArchitecture
import TimelineKit

nonisolated struct CounterFeature: Reducer {
    struct State: Codable, Equatable, Sendable, ObservableState, RecordsBindings {
        // sample: ComposableArchitecture#Make the state and the actions Codable:1
        // sample: ComposableArchitecture#Make the state and the actions Codable:2

        var _title = ""
        var _destination: Int?
        @Shared(value: []) var titles: [String]
        var _$observationRegistrar = ObservationStateRegistrar()
        var title = ""
        var color: Int?
    }
    enum Action: Codable, Sendable { case add(by: Int) }
    var body: some Reducer<State, Action> { Reduce { _, _ in .none } }

    static func withPrices() -> some Reducer<State, Action> {
        // sample: ComposableArchitecture#Dependencies:1
        return reducer
    }
}

nonisolated extension DependencyValues {
    var price: @Sendable (Int) -> Double {
        get { { _ in 0 } }
        set {}
    }
}
