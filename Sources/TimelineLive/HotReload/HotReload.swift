internal import Dispatch
internal import Synchronization
internal import TimelineJournal
public import TimelineKit
public import TimelineSystem

/// Keeps the state of a running store in a file that people edit: what is saved there becomes the state.
///
///     let hotReload = try HotReload(store, file: "state.json")
///
/// The file is JSON with its keys sorted, one value a line. Any way of saving works: in place, by replacing the file, by
/// removing it first. A text that does not decode leaves the state as it is, is reported once, and is never written over. The
/// next good save is taken, as a step that was set by `hotReload`.
///
/// When the state changes otherwise, the file is replaced whole, in one step, and only if it still holds the text that was
/// read or written last. It is read again right before it is replaced. A save in the moment between, and what an editor writes
/// into a file that it had opened before, are lost: save again. A file that exists at the beginning is read, not written over.
/// Several apps may share one file: each takes what the others write.
///
/// While the past is shown the file stays as it is, and saves wait.
///
/// **What it holds.** The file shows the values of the state as they are, for a person to edit. If the state comes to hold
/// a value that a recording hides, the file is not written, `onProblem` gets `.redacted` and hot reload ends, unless
/// `realValues` are `.allowed`.
///
/// **Threads.** Works on a queue of its own and dispatches to the store from there. **Cost.** A dispatch pays for an observer
/// that notes that there is something to write. Keep a reference: hot reload ends when it is released. `finish()` also writes
/// what is not written yet.
///
/// Sendable because everything that changes is touched on `queue` alone, or is atomic.
public final class HotReload<State: Codable & Equatable & Sendable, Action: Sendable>: @unchecked Sendable {
    private let store: any LiveStoreCore<State, Action>
    private let path: String
    private let encoding: RealEncoding
    private let interval: Duration
    private let onProblem: @Sendable (HotReloadProblem) -> Void
    private let queue = DispatchQueue(label: "timeline.hotReload", qos: .utility)
    private let begun = ContinuousClock.now
    private let isWritePlanned = Atomic(false)

    private var core: ReloadCore<State>
    private var watch: FolderWatch?
    /// Why what is in the place of the file cannot be read, as it was reported. Nothing is written there.
    private var obstacle: HotReloadProblem?
    /// The problem with writing that was reported last, while it lasts.
    private var writeProblem: HotReloadProblem?
    /// Whether the state held what must not be written.
    private var hasEnded = false
    /// Set once, in the initializer.
    private var observer: StepObserver<State, Action>?

    /// Reads the file, or writes it where there is none, and watches it from then on.
    ///
    /// - Parameters:
    ///   - path: The file. It is created if it does not exist, readable by its owner alone; the folder must exist. A symbolic
    ///     link is not followed.
    ///   - realValues: Whether the file may hold values that a recording hides.
    ///   - interval: The file is written at most this often; more than 0.
    ///   - onProblem: Called on the queue with each problem. By default, a line goes to standard error.
    /// - Throws: `FileError`: the folder does not exist or cannot be watched, or what has the name is no regular file.
    public init(
        _ store: some LiveStore<State, Action>, file path: String, realValues: RealValues = .refused,
        writingAtMostEvery interval: Duration = .milliseconds(200),
        onProblem: (@Sendable (HotReloadProblem) -> Void)? = nil
    ) throws(FileError) {
        self.store = store.live.core
        self.path = path
        self.interval = interval
        encoding = RealEncoding(realValues)
        self.onProblem = onProblem ?? { StandardError.write("timeline: \($0)") }
        core = ReloadCore(file: path)
        let failure: FileError? = queue.sync {
            do throws(FileError) { try begin() } catch { return error }
            return nil
        }
        if let failure { throw failure }
        observer = self.store.observe { [weak self] _ in self?.stateChanged() }
        // The file and the state may have changed before they were watched.
        queue.async { [weak self] in self?.look() }
        stateChanged()
    }

    /// Writes what is not written yet and stops watching the file. Returns when that is done.
    public func finish() {
        queue.sync {
            guard watch != nil else { return }
            catchUp()
            watch = nil
        }
        stopObserving()
    }

    deinit { stopObserving() }

    /// On the queue: a thread that ends hot reload waits for no dispatch.
    private func stopObserving() {
        guard let observer else { return }
        queue.async { [store] in store.end(observer) }
    }

    /// Waits until what has been asked for so far is done.
    package func settle() { queue.sync {} }

    private func begin() throws(FileError) {
        if let text = try read() {
            follow(core.read(text, live: store.live.state, now: now))
        } else if let problem = try write() {
            report(problem)
        }
        if hasEnded { return }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        watch = try FolderWatch(folder, for: name, on: queue) { [weak self] in self?.look() }
    }

    private var now: Duration { begun.duration(to: .now) }

    // MARK: - The file changed

    /// nil where there is no file.
    private func read() throws(FileError) -> [UInt8]? {
        do throws(FileError) { return try PrivateFile.read(path) } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    private func look() {
        dispatchPrecondition(condition: .onQueue(queue))
        if hasEnded { return }
        let text: [UInt8]?
        do throws(FileError) { text = try read() } catch {
            let problem = HotReloadProblem(.notRead, "\(error). The state stays as it was.")
            if obstacle != problem { onProblem(problem) }
            obstacle = problem
            return
        }
        if obstacle != nil {
            obstacle = nil
            // The file may be behind the state. A save in its place is taken before it is written.
            stateChanged()
        }
        follow(core.read(text, live: store.live.state, now: now))
    }

    private func follow(_ decision: ReloadCore<State>.Decision?) {
        switch decision {
        case nil: break
        case .set(let state): store.set(state, by: "hotReload")
        case .readAgain(let delay): after(delay) { $0.look() }
        case .report(let problem): onProblem(problem)
        }
    }

    private func after(_ delay: Duration, _ work: @escaping @Sendable (HotReload) -> Void) {
        queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in if let self { work(self) } }
    }

    // MARK: - The state changed

    /// Writes the file soon. On any thread.
    private func stateChanged() {
        if isWritePlanned.exchange(true, ordering: .acquiringAndReleasing) { return }
        after(interval) {
            $0.isWritePlanned.store(false, ordering: .releasing)
            if $0.watch != nil { $0.catchUp() }
        }
    }

    private func catchUp() {
        // A save goes before a change of the app.
        look()
        guard obstacle == nil, !hasEnded else { return }
        do throws(FileError) {
            if let problem = try write() { report(problem) } else { writeProblem = nil }
        } catch {
            report(HotReloadProblem(.notWritten, "\(error). The file is behind the state."))
        }
    }

    /// - Returns: why the state has no text.
    private func write() throws(FileError) -> HotReloadProblem? {
        let state = store.live.state
        guard core.isDue(state) else { return nil }
        let text: [UInt8]
        do throws(RealEncoding.Failure) { text = try EditedText.encode(state, encoding) } catch {
            guard case .hidden(let reason) = error else {
                return HotReloadProblem(
                    .notWritten,
                    "the state cannot be written to \(path): \(error). The file is behind the state.")
            }
            hasEnded = true
            watch = nil
            return HotReloadProblem(
                .redacted,
                "\(path) is not written: \(reason). Hot reload has ended; it writes such values with realValues: .allowed."
            )
        }
        if text != core.text {
            guard try PrivateFile.replace(path, expecting: core.text, with: text) else {
                stateChanged()
                return nil
            }
        }
        core.wrote(text, state)
        return nil
    }

    /// Reports a problem with writing once, for as long as it lasts.
    private func report(_ problem: HotReloadProblem) {
        if writeProblem != problem { onProblem(problem) }
        writeProblem = problem
    }
}
