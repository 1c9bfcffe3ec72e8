import Testing
import TimelineKit

private typealias Reducer = SwiftRexShape.Reducer
private typealias ReduxStoreBase = SwiftRexShape.ReduxStoreBase

struct SwiftRexAdoptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func theRecordingReplaysToTheStateOfTheStore() throws {
        let path = folder.file()
        let subject = Counter()
        let counterReducer = Reducer<CounterAction, Counter>.reduce { action, state in reduceCounter(&state, action) }
        // snippet: store
        let recorder = try Recorder(for: CounterProgram(), to: path)
        let reducer = Reducer.reduce(recorder.recording(counterReducer.reduce))
        // end
        let store = ReduxStoreBase(subject: subject, reducer: reducer)
        store.dispatch(.add(by: 3))
        store.dispatch(.reset)
        store.dispatch(.add(by: 4))
        recorder.finish()
        try expectReplay(of: CounterProgram(), at: path, steps: 3, to: store.state)
    }
}
