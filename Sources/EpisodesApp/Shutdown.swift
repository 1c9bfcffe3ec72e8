import Dispatch
import TimelineKit
internal import TimelineSystem

/// The steps at the end of the run, whatever ends it. The last one added is done first.
final class Shutdown: Sendable {
    private struct Work: Sendable {
        var steps: [@Sendable () async -> Void] = []
        var task: Task<Void, Never>?
    }

    private let work = Locked(Work())

    /// Adds a step. After the shutdown has begun, the step is done at once.
    func add(_ step: @escaping @Sendable () async -> Void) {
        work.withLock { work in
            if work.task == nil { work.steps.append(step) } else { Task { await step() } }
        }
    }

    /// Does all steps, once. Every caller waits until they are done.
    func perform() async {
        let task = work.withLock { work in
            if let task = work.task { return task }
            // Each step is released before the next is done.
            let task = Task { while let step = self.work.withLock({ $0.steps.popLast() }) { await step() } }
            work.task = task
            return task
        }
        await task.value
    }
}

/// Shuts the app down at a signal, and then ends it by that signal. A second signal ends it at once.
final class TerminationSignals: Sendable {
    private let shutdown: Shutdown
    private let received = Locked<Signal?>(nil)
    /// Retained. Written only by the initializer.
    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

    /// Starts to listen. A signal that is ignored when the app starts stays ignored, as with `nohup`.
    init(_ shutdown: Shutdown) {
        self.shutdown = shutdown
        // A dispatch queue, so that nothing runs in a signal handler.
        let queue = DispatchQueue(label: "episodes.signals", qos: .userInitiated)
        for signal in [Signal.interrupt, .terminate, .hangUp] where !signal.isIgnored {
            signal.ignore()
            let source = DispatchSource.makeSignalSource(signal: signal.rawValue, queue: queue)
            source.setEventHandler { [weak self] in self?.receive(signal) }
            source.activate()
            sources.append(source)
        }
    }

    private func receive(_ signal: Signal) {
        let isFirst = received.withLock { received in
            defer { received = received ?? signal }
            return received == nil
        }
        guard isFirst else { endProcess(by: signal) }
        Task {
            await shutdown.perform()
            endProcessIfReceived()
        }
    }

    /// Ends the process by the signal, if there was one.
    func endProcessIfReceived() {
        if let signal = received.withLock({ $0 }) { endProcess(by: signal) }
    }

    private func endProcess(by signal: Signal) -> Never {
        // Resets the color, and starts a new line for the shell's prompt.
        if StandardStream.output.isTerminal { StandardStream.output.write("\u{1B}[0m\n") }
        signal.endProcess()
    }
}
