import Dispatch
import Fluxor
import OpenCombine
import TimelineKit

// sample: RecordingAnyStore#Fluxor:3

struct CounterEffects: Effects {
    typealias Environment = Void
    let add = Effect<Void>.dispatchingOne { actions, _ in
        actions.map { _ in FluxorCore.Add(number: 1) as any Action }.eraseToAnyPublisher()
    }
}

extension FluxorCore {
    @MainActor static func start(folder: String) {
        let store = Store(initialState: Counter())
        let counterReducer = makeReducer()
        // sample: RecordingAnyStore#Fluxor:1
    }
}
