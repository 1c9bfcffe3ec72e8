@_spi(Internals) import ComposableArchitecture
import Foundation
import Testing
import TimelineComposableArchitecture
import TimelineKit
import TimelineLive
import TimelineReplay

private struct NotesFeature: Reducer {
    struct Note: Codable, Equatable, Sendable, ObservableState, RecordsBindings {
        enum Action: Codable, Sendable { case alert(Alert), binding(BindingAction<Note>), saveTapped }
        enum Alert: Codable, Equatable, Sendable { case saved }
        static let recordedBindings = [RecordedBinding("title", \Self.title), RecordedBinding("color", \Self.color)]
        var id: UUID
        var title = ""
        var color: Int?
        var alert: AlertState<Alert>?
        @Shared var titles: [String]
    }

    struct State: Codable, Equatable, Sendable {
        var path = StackState<Note>()
        var problem: String?
        @Shared(value: []) var titles: [String]
        // snippet: joining
        func joinShared() {
            for note in path { note.$titles = $titles }
        }
        // end
    }

    enum Action: Codable, Sendable {
        case addTapped, cancelTapped, load, loaded(Result<[String], any Error>), path(StackAction<Note, Note.Action>)
    }

    @Dependency(\.uuid) var uuid
    @Dependency(\.limit) var limit
    /// As the library does: the effect that presents a screen sends that it was dismissed.
    static let dismissals = PassthroughSubject<Void, Never>()

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .addTapped where state.path.count < limit():
                state.path.append(Note(id: uuid(), titles: state.$titles))
                let id = state.path.ids.last!
                return .publisher { Self.dismissals.map { .path(.popFrom(id: id)) } }
            case .load: return .run { send in await send(.loaded(.failure(Offline()))) }.cancellable(id: "load")
            case .cancelTapped:
                reportIssue("load ended")
                return .cancel(id: "load")
            case .loaded(.failure(let error)): state.problem = error.localizedDescription
            case .path(.element(let id, .binding(let binding))):
                let title = BindingAction<Note>.allCasePaths[dynamicMember: \.title].extract(from: binding)
                if let title { state.path[id: id]!.title = title }
            case .path(.element(let id, .saveTapped)):
                let title = state.path[id: id]!.title
                state.path[id: id]!.$titles.withLock { $0.append(title) }
                var alert = AlertState<Note.Alert>(title: { TextState("Saved") }, message: { TextState("Close?") })
                alert.buttons = [ButtonState(role: .cancel, action: .send(.saved)) { TextState("Yes") }]
                state.path[id: id]!.alert = alert
            case .path(.element(_, .alert(.saved))):
                return .run { _ in await MainActor.run { Self.dismissals.send(()) } }
            case .path(.popFrom(let id)): state.path.pop(from: id)
            case .addTapped, .loaded, .path: break
            }
            return .none
        }
    }
}

private enum LimitKey: DependencyKey { static let liveValue: @Sendable () -> Int = { 100 } }
extension DependencyValues {
    fileprivate var limit: @Sendable () -> Int {
        get { self[LimitKey.self] }
        set { self[LimitKey.self] = newValue }
    }
}

// snippet: program
private var recordedNotes: some Reducer<NotesFeature.State, NotesFeature.Action> {
    NotesFeature().generating("limit", \.limit)
}

private struct NotesProgram: Program {
    let name = "notes"
    let version = "1.0.0"
    let initialState = NotesFeature.State()
    let generatesValues = true

    func reduce(_ state: inout NotesFeature.State, _ action: NotesFeature.Action) {
        recordedNotes.replay(&state, action) { $0.joinShared() }
    }
}
// end

@MainActor @Suite(.serialized) struct ComposableArchitectureAdoptionTests {
    private let run = RecordedRun()
    private typealias Feature = NotesFeature

    private func start() -> (Recorder<Feature.State, Feature.Action>, Store<Feature.State, Feature.Action>) {
        withDependencies {
            $0 = DependencyValues()
            $0.uuid = UUIDGenerator { UUID(uuidString: "5F0C3A0E-9D5B-4B7E-8C55-0D0E2A4B7C11")! }
            $0.limit = { 1 }
        } operation: {
            let folder = run.folder
            // snippet: store
            let options = RecorderOptions(snapshots: .every(1))
            let recorder = Recorder(program: NotesProgram(), in: folder, options: options)
            let store = Store(initialState: NotesFeature.State()) { recordedNotes.recorded(by: recorder) }
            // end
            return (recorder, store)
        }
    }

    @Test func aFeatureReplaysWithItsStackBindingsSharedStateAndDependencies() async throws {
        let (recorder, store) = start()
        func send(_ action: NotesFeature.Note.Action) {
            store.send(.path(.element(id: store.state.path.ids[0], action: action)))
        }
        for _ in 1...2 { store.send(.addTapped) }
        send(.binding(.set(\.title, "Buy milk")))
        send(.binding(.set(\.color, nil)))
        send(.saveTapped)
        send(.alert(.saved))
        await store.finish()
        store.send(.load)
        await store.finish()
        store.send(.addTapped)
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"addTapped":{}}"#, #"2 user {"addTapped":{}}"#,
                #"3 user {"path":{"_0":{"element":{"action":{"binding":{"_0":{"title":"Buy milk"}}},"id":0}}}}"#,
                #"4 user {"path":{"_0":{"element":{"action":{"binding":{"_0":{"color":null}}},"id":0}}}}"#,
                #"5 user {"path":{"_0":{"element":{"action":{"saveTapped":{}},"id":0}}}}"#,
                #"6 user {"path":{"_0":{"element":{"action":{"alert":{"_0":{"saved":{}}}},"id":0}}}}"#,
                #"7 effect ← 6 {"path":{"_0":{"popFrom":{"id":0}}}}"#, #"8 user {"load":{}}"#,
                #"9 effect ← 8 {"loaded":{"_0":{"failure":{"message":"no network","type":"Offline"}}}}"#,
                #"10 user {"addTapped":{}}"#,
            ])
        #expect(
            text(store.state) == #"""
                {"path":[{"id":1,"state":{"id":"5F0C3A0E-9D5B-4B7E-8C55-0D0E2A4B7C11","title":"","titles":["Buy milk"]}}],\#
                "problem":"no network","titles":["Buy milk"]}
                """#)
        try run.expectReplay(of: NotesProgram(), steps: 10, to: store.state)
        // States that replay has returned stay as they are.
        var replayer = try Replayer(program: NotesProgram(), timeline: run.folder)
        var states: [NotesFeature.State] = []
        while let step = try replayer.next() { states.append(step.state) }
        #expect(states.map(\.titles.count) == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
        #expect(
            text(states[4].path[0].alert) == #"""
                {"buttons":[{"action":{"saved":{}},"label":"Yes","role":"cancel"}],"message":"Close?","title":"Saved"}
                """#)
    }

    @Test func timeTravelWorksAndResultsOfEffectsAreHeld() async throws {
        let (recorder, store) = start()
        let attached = recorder.attach(store, inert: .loaded(.success([]))) { store, action in
            MainActor.assumeIsolated { store.send(action) }
        }
        store.send(.addTapped)
        store.send(.load)
        let traveler = TimeTraveler(attached, program: NotesProgram(), recorder: recorder)
        try traveler.jump(to: 0)
        await store.finish()
        #expect(store.state == NotesFeature.State())
        #expect(traveler.status?.held == 1)
        traveler.resume()
        #expect(store.state.path.ids == [StackElementID(generation: 0)])
        #expect(store.state.problem == "no network")
    }

    @Test func replayCancelsNoEffectOfTheApp() async {
        let (_, store) = start()
        store.send(.load)
        var state = store.state
        var issues: [String] = []
        ReducerIssue.noting({ issues.append($0) }) { NotesProgram().reduce(&state, .cancelTapped) }
        #expect(issues.map { $0.prefix(40) } == ["load ended (TimelineRepositoryTests/Comp"])
        await store.finish()
        #expect(store.state.problem == "no network")
    }

    @Test func whatWasEncodedIsDecoded() throws {
        var dialog = ConfirmationDialogState<Int>(title: { TextState("Sort") })
        dialog.titleVisibility = .hidden
        #expect(
            try [
                again(dialog), again(Result<Int, DecodedError>.failure(DecodedError())),
                again(Result<Int?, any Error>.success(nil)), again(TaskResult<Int>.failure(Offline())),
                again(StackAction<Int, Int>.push(id: StackElementID(generation: 3), state: 4)),
            ] == [
                #"{"buttons":[],"title":"Sort","titleVisibility":"hidden"}"#, #"{"failure":{"code":7}}"#,
                #"{"success":null}"#, #"{"failure":{"message":"no network","type":"Offline"}}"#,
                #"{"push":{"id":3,"state":4}}"#,
            ])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(NoCases.self, from: Data("{}".utf8)) }
        let unlisted = BindingAction<NotesFeature.Note>.set(\.id, UUID())
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(unlisted) }
    }

    private func again<Value: Codable>(_ value: Value) throws -> String {
        text(try JSONDecoder().decode(Value.self, from: Data(text(value).utf8)))
    }
    private func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "not encoded"
    }
}

private struct Offline: LocalizedError { let errorDescription: String? = "no network" }
private struct DecodedError: Error, Codable { var code = 7 }
private enum NoCases: Uninhabited {}
