internal import Dispatch
internal import TimelineSystem

/// Ends a server by a signal.
enum ServerEnd {
    // The sources handle signals as long as they are referenced.
    private nonisolated(unsafe) static var sources: [any DispatchSourceSignal] = []

    /// Calls `cleanUp`, and ends the process: with status 0 after control-C, otherwise as usual. Called once, by the main thread.
    static func onSignal(_ cleanUp: @escaping @Sendable () -> Void) {
        sources = [Signal.interrupt, .terminate, .hangUp].filter { !$0.isIgnored }.map { signal in
            signal.ignore()
            let source = DispatchSource.makeSignalSource(
                signal: signal.rawValue, queue: DispatchQueue(label: "timeline.serve.end"))
            source.setEventHandler {
                cleanUp()
                if signal == .interrupt { CurrentProcess.exit(0) }
                signal.endProcess()
            }
            source.activate()
            return source
        }
    }
}
