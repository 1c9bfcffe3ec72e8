internal import Synchronization
internal import TimelineDebugger

final class AgentQuestion: Sendable {
    enum End { case canceled, late }

    private let state = Mutex<(child: ChildProcess?, end: End?)>((nil, nil))

    var end: End? { state.withLock { $0.end } }

    func end(_ end: End) {
        state.withLock { state in
            if state.end == nil { state.end = end }
            state.child?.kill()
        }
    }

    func begin(_ child: ChildProcess) {
        state.withLock { state in
            state.child = child
            if state.end != nil { child.kill() }
        }
    }

    /// Call this before the child is waited for: then its number may belong to another process.
    func finish() { state.withLock { $0.child = nil } }
}
