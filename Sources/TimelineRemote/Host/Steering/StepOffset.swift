internal import TimelineKit

/// How far the numbers of a recording are ahead of those of the store that it records.
final class StepOffset: Sendable {
    private let offset = Locked(0)

    private init() {}

    static func between<State, Action>(_ store: Store<State, Action>, _ recorder: Recorder<State, Action>) -> Int {
        let found = StepOffset()
        // Between two steps, or one of the two might count a step that the other does not.
        store.inTurn { found.offset.withLock { $0 = recorder.seq - store.live.seq } }
        return found.offset.withLock { $0 }
    }
}
