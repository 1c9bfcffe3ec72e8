internal import Dispatch
internal import TimelineJournal
public import TimelineKit
public import TimelineSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Keeps the state of a running store in a file that people edit: what is saved there becomes the state.
///
///     let hotReload = try HotReload(store, file: "state.json")
///
/// The file is JSON with its keys sorted, a value a line. Any way of saving will do: in place, by replacing the file, by
/// removing it first. A text that does not decode, half of a save or a slip, leaves the state as it is, is told once, and is
/// never written over; the next good save is taken, as a step that was set by `hotReload`.
///
/// When the state changes otherwise, the file is written: whole, in one step, and only over the text that was read or written
/// last, so that no save is lost. A person's save goes before a change of the app's. A file that is there when this begins is
/// read, not written over. Several apps may share one file: each takes what the others write.
///
/// While the past is on show the file stays as it is, and saves wait.
///
/// **What it holds.** The file shows the values of the state as they are, for a person to edit. Where the state comes to hold
/// one that a recording hides, it is not written, `onProblem` is told (`.redacted`) and hot reload ends, unless `realValues`
/// are `.allowed`.
///
/// **Threads.** Works on a queue of its own; the store is dispatched to from there. **Cost.** A dispatch pays for a
/// subscriber who notes that there is something to write. Hold on to it: when nobody does, it ends. `finish()` writes what is
/// not written yet.
public final class HotReload<State: Codable & Equatable & Sendable, Action: Sendable>: Sendable {
    private let worker: HotReloadWorker<State, Action>
    private let store: any LiveStoreCore<State, Action>
    private let observer: StepWitness<State, Action>
    private let queue: DispatchQueue

    /// Reads the file, or writes it where there is none, and goes on to watch it.
    ///
    /// - Parameters:
    ///   - path: The file. Made where it is not there, readable by its owner alone; the folder must be there. A symbolic
    ///     link is not followed.
    ///   - realValues: Whether the file may hold values that a recording hides.
    ///   - interval: The file is written at most this often; more than 0.
    ///   - onProblem: Told what stands in the way, on the queue. Unless given, a line goes to standard error.
    /// - Throws: `FileError`: the folder is not there or cannot be watched, or something that is no file bears the name.
    public init(
        _ store: some LiveStore<State, Action>, file path: String, realValues: RealValues = .refused,
        writingAtMostEvery interval: Duration = .milliseconds(200),
        onProblem: (@Sendable (HotReloadProblem) -> Void)? = nil
    ) throws(FileError) {
        let queue = DispatchQueue(label: "timeline.hotReload", qos: .utility)
        let worker = HotReloadWorker(
            store.live.core, path, queue, RealEncoding(realValues), interval: interval,
            onProblem: onProblem ?? { StandardError.write("timeline: \($0)") })
        self.worker = worker
        let refused: FileError? = queue.sync {
            do throws(FileError) { try worker.begin() } catch { return error }
            return nil
        }
        if let refused { throw refused }
        self.queue = queue
        self.store = store.live.core
        observer = self.store.observe { [weak worker] _ in worker?.stateChanged() }
        // What came between.
        queue.async { worker.look() }
        worker.stateChanged()
    }

    /// Ends it: writes what is not written yet, and does not look at the file any more. Returns when that is done.
    public func finish() {
        worker.finish()
        stopObserving()
    }

    deinit { stopObserving() }

    /// On the queue: a thread that ends hot reload waits for no dispatch.
    private func stopObserving() { queue.async { [store, observer] in store.end(observer) } }

    /// Waits until what has been asked for so far is done.
    package func settle() { worker.settle() }
}
