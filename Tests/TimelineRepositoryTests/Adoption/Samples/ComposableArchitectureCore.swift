import ComposableArchitecture
import TimelineKit

nonisolated struct CounterFeature: Reducer {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable { case add(by: Int) }
    var body: some Reducer<State, Action> { Reduce { _, _ in .none } }
}

nonisolated enum NotesCore {
    struct Note: Codable, Equatable, Sendable, ObservableState, RecordsBindings {
        // sample: ComposableArchitecture#Make the state and the actions Codable:1

        var title = ""
        var color: Int?
        @Shared var titles: [String]
    }

    struct ObservableNote: Codable, Equatable, Sendable {
        // sample: ComposableArchitecture#Make the state and the actions Codable:2

        var _title = ""
        var _destination: Int?
        @Shared var titles: [String]
        var _$observationRegistrar = ObservationStateRegistrar()
    }

    struct NotesFeature: Reducer {
        struct State: Codable, Equatable, Sendable {
            var path = StackState<Note>()
            @Shared(value: []) var titles: [String]

            // sample: ComposableArchitecture#Shared state:1
        }

        enum Action: Codable, Sendable { case addTapped }
        var body: some Reducer<State, Action> { Reduce { _, _ in .none } }
    }

    // sample: ComposableArchitecture#Record:2

    static func pricedNotes() -> some Reducer<NotesFeature.State, NotesFeature.Action> {
        // sample: ComposableArchitecture#Dependencies:1
        return reducer
    }
}

nonisolated extension DependencyValues {
    var limit: @Sendable () -> Int {
        get { { 100 } }
        set {}
    }

    var price: @Sendable (Int) -> Double {
        get { { _ in 0 } }
        set {}
    }
}
