internal import Dispatch
internal import Foundation
internal import Synchronization

/// Whatever ends the run. The last step added is done first.
final class Shutdown: Sendable {
    private struct Work: Sendable {
        var steps: [@Sendable () async -> Void] = []
        var task: Task<Void, Never>?
    }

    private let work = Mutex(Work())

    /// After the shutdown has begun, the step is done at once.
    func add(_ step: @escaping @Sendable () async -> Void) {
        work.withLock { work in
            if work.task == nil { work.steps.append(step) } else { Task { await step() } }
        }
    }

    /// Every caller waits until all steps are done.
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
    private let received = Mutex<Int32?>(nil)
    /// Retained. Written only by the initializer.
    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

    /// Starts to listen. A signal that is ignored when the app starts stays ignored, as with `nohup`.
    init(_ shutdown: Shutdown) {
        self.shutdown = shutdown
        // A dispatch queue, so that nothing runs in a signal handler.
        let queue = DispatchQueue(label: "episodes.signals", qos: .userInitiated)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // SIG_IGN is no function, and can only be compared by its bits.
            let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
            if let before = signal(number, SIG_IGN), unsafeBitCast(before, to: Int.self) == ignored { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [weak self] in self?.receive(number) }
            // Registered on another thread: a signal that arrives before would be lost.
            let registered = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { registered.signal() }
            source.activate()
            registered.wait()
            sources.append(source)
        }
    }

    private func receive(_ number: Int32) {
        let isFirst = received.withLock { received in
            defer { received = received ?? number }
            return received == nil
        }
        guard isFirst else { endProcess(by: number) }
        Task {
            await shutdown.perform()
            endProcessIfReceived()
        }
    }

    func endProcessIfReceived() { if let number = received.withLock({ $0 }) { endProcess(by: number) } }

    private func endProcess(by number: Int32) -> Never {
        // Resets the color, and starts a new line for the shell's prompt.
        if Terminal.isInteractive { Terminal.write("\u{1B}[0m\n") }
        signal(number, SIG_DFL)
        // Threads of a dispatch queue block signals.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, number)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        raise(number)
        exit(128 + number)
    }
}
