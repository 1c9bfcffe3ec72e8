import Testing
import TimelineKit

private typealias Mobius = MobiusShape.Mobius
private typealias Next = MobiusShape.Next

private enum Effect { case fetch }

private func update(model: Counter, event: CounterAction) -> Next<Counter, Effect> {
    switch event {
    case .add(by: 0): return .dispatchEffects([.fetch])
    case .add(let number): return .next(Counter(count: model.count + number))
    case .reset: return model.count == 0 ? .noChange : .next(Counter())
    }
}

private struct RecordedLoop: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter()

    // snippet: reduce
    func reduce(_ state: inout Counter, _ action: CounterAction) {
        state = update(model: state, event: action).model ?? state
    }
    // end
}

struct MobiusAdoptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func theRecordingReplaysToTheModelOfTheLoop() throws {
        let path = folder.file()
        let effectHandler: (Effect) -> CounterAction? = { _ in .add(by: 7) }
        // snippet: store
        let recorder = try Recorder(for: RecordedLoop(), to: path)
        let builder = Mobius.loop(update: recorder.recording(update, newState: \.model), effectHandler: effectHandler)
        // end
        let loop = builder.start(from: Counter())
        loop.dispatchEvent(.reset)
        loop.dispatchEvent(.add(by: 3))
        loop.dispatchEvent(.add(by: 0))
        recorder.finish()
        #expect(loop.latestModel == Counter(count: 10))
        try expectReplay(of: RecordedLoop(), at: path, steps: 4, to: loop.latestModel)
    }
}
