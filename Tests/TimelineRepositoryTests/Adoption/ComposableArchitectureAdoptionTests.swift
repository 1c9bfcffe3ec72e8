import ComposableArchitecture
import Foundation
import Testing
import TimelineKit
import TimelineLive

private enum FeatureAction: Codable, Equatable, Sendable {
    case add(by: Int)
    case fetch(Int)
    case merged
}

private struct CounterFeature: Reducer {
    var body: some Reducer<Counter, FeatureAction> {
        Reduce { state, action in
            switch action {
            case .add(let number):
                state.count += number
                return .none
            case .fetch(let number):
                return .run { send in
                    await send(.add(by: number))
                    try await Task.sleep(for: .milliseconds(1))
                    await send(.add(by: number))
                }
            case .merged: return .merge(.send(.add(by: 1)), .send(.fetch(2)), .send(.add(by: 1)))
            }
        }
    }
}

// snippet: program
private struct RecordedFeature: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter()

    func reduce(_ state: inout Counter, _ action: FeatureAction) {
        _ = CounterFeature()._reduce(into: &state, action: action)
    }
}
// end

@MainActor struct ComposableArchitectureAdoptionTests {
    private let run: RecordedRun

    init() throws { run = try RecordedRun() }

    @Test func theRecordingReplaysToTheStateOfTheStoreAndKnowsEveryOriginAndCause() async throws {
        let folder = run.folder
        // snippet: store
        let recorder = Recorder(program: RecordedFeature(), in: folder)
        let store = Store(initialState: Counter()) {
            Reduce(recorder.recording(CounterFeature()._reduce) { effect, origin in effect.map(origin.tag) })
        }
        // end
        store.send(.add(by: 3))
        store.send(.merged)
        await store.finish()
        store.send(.add(by: 1))
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"by":3}}"#, #"2 user {"merged":{}}"#, #"3 effect ← 2 {"add":{"by":1}}"#,
                #"4 effect ← 2 {"fetch":{"_0":2}}"#, #"5 effect ← 2 {"add":{"by":1}}"#,
                #"6 effect ← 4 {"add":{"by":2}}"#, #"7 effect ← 4 {"add":{"by":2}}"#, #"8 user {"add":{"by":1}}"#,
            ])
        try run.expectReplay(of: RecordedFeature(), steps: 8, to: store.state)
    }

    /// As `@ObservableState` writes it: stored properties have an underscore.
    private struct ObservableCounter: Codable, Equatable, Sendable {
        var _count = 0
        var _$observationRegistrar = ObservationStateRegistrar()
    }

    private struct ObservableProgram: Program {
        let name = "counter"
        let version = "1.0.0"
        let initialState = ObservableCounter()

        func reduce(_ state: inout ObservableCounter, _ action: Int) { state._count += action }
    }

    @Test func thePathsOfAnObservableStateHaveAnUnderscore() throws {
        let recorder = Recorder(program: ObservableProgram(), in: .file(run.path))
        let reducer = recorder.recording { (state: inout ObservableCounter, action: Int) in state._count += action }
        var state = ObservableCounter()
        reducer(&state, 3)
        recorder.finish()
        let text = try String(contentsOfFile: run.path, encoding: .utf8)
        #expect(text.contains(#""state":{"_$observationRegistrar":{},"_count":3}"#))
        try run.expectReplay(of: ObservableProgram(), steps: 1, to: state)
    }
}

extension ComposableArchitectureAdoptionTests {
    @Test func timeTravelAndSetsWorkAndResultsOfEffectsAreHeld() async throws {
        let recorder = Recorder(program: RecordedFeature(), in: .file(run.path))
        let store = Store(initialState: Counter()) {
            Reduce(recorder.recording(CounterFeature()._reduce) { effect, origin in effect.map(origin.tag) })
        }
        let attached = recorder.attach(store, inert: .add(by: 0)) { store, action in
            MainActor.assumeIsolated { store.send(action) }
        }
        for number in 1...3 { store.send(.add(by: number)) }
        store.send(.fetch(10))
        let traveler = TimeTraveler(attached, program: RecordedFeature(), recorder: recorder)
        try traveler.jump(to: 2)
        #expect(store.state.count == 3)
        await store.finish()
        #expect(store.state.count == 3)
        #expect(traveler.status?.held == 2)
        traveler.resume()
        #expect(store.state.count == 26)
        attached.live.core.set(Counter(count: 1), by: "test")
        #expect(store.state.count == 1)
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"by":1}}"#, #"2 user {"add":{"by":2}}"#, #"3 user {"add":{"by":3}}"#,
                #"4 user {"fetch":{"_0":10}}"#, #"5 effect ← 4 {"add":{"by":10}}"#,
                #"6 effect ← 4 {"add":{"by":10}}"#, #"7 test {"count":1}"#,
            ])
    }
}

// MARK: - Dependencies

private struct Tickets: Codable, Equatable, Sendable {
    var ids: [UUID] = []
    var times: [Date] = []
}

private enum TicketAction: Codable, Equatable, Sendable { case drawn }

private struct TicketFeature: Reducer {
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid

    var body: some Reducer<Tickets, TicketAction> {
        Reduce { state, _ in
            state.ids.append(uuid())
            state.times.append(date.now)
            return .none
        }
    }
}

private struct GeneratingFeature: Reducer {
    var body: some Reducer<Tickets, TicketAction> {
        TicketFeature()
            .dependency(\.date, DateGenerator { Generated.now })
            .dependency(\.uuid, UUIDGenerator { Generated.uuid() })
    }
}

private struct TicketProgram: Program {
    let name = "tickets"
    let version = "1.0.0"
    let initialState = Tickets()
    let generatesValues = true

    func reduce(_ state: inout Tickets, _ action: TicketAction) {
        _ = GeneratingFeature()._reduce(into: &state, action: action)
    }
}

extension ComposableArchitectureAdoptionTests {
    @Test func dependenciesThatGenerateValuesReplay() throws {
        let recorder = Recorder(program: TicketProgram(), in: .file(run.path))
        let store = Store(initialState: Tickets()) {
            Reduce(recorder.recording(GeneratingFeature()._reduce) { effect, origin in effect.map(origin.tag) })
        }
        for _ in 1...3 { store.send(.drawn) }
        recorder.finish()
        #expect(Set(store.state.ids).count == 3)
        try run.expectReplay(of: TicketProgram(), steps: 3, to: store.state)
    }
}
