internal import Dispatch
internal import Synchronization
public import TimelineKit

/// Keeps the state of a running store in a file that a person may edit: the saved text becomes the state.
///
///     let hotReload = try HotReload(store, file: "state.json")
///
/// The file is JSON with sorted keys, one value per line. An editor may save it in place, replace it, or remove it first. A
/// valid text becomes the state, as a step that was set by `hotReload`. A text that does not decode leaves the state
/// unchanged, is reported once, and is never overwritten.
///
/// When the state changes otherwise, the file is replaced atomically, and only if it still holds the text that was last read
/// or written. It is read again right before that. A save between these two moments is lost, and so is what an editor writes
/// into a file that it opened earlier: save again. A file that exists at the start is read, not overwritten. Several apps may
/// share one file.
///
/// While the past is shown, the file is not written, and saves wait.
///
/// **Content.** The file holds the unredacted values of the state. If the state holds a value that a recording hides, the file
/// is not written, `onProblem` receives `.redacted` and hot reload ends, unless `realValues` is `.allowed`.
///
/// **Threads.** It works on a queue of its own and sets the state from there. **Cost.** A dispatch calls an observer that
/// schedules a write. Hot reload ends when it is released; `finish()` also writes a pending change.
///
/// Sendable because mutable state is accessed on `queue` alone, or is atomic.
public final class HotReload<State: Codable & Equatable & Sendable, Action: Sendable>: @unchecked Sendable {
    private let store: any LiveStoreCore<State, Action>
    private let path: String
    private let encoding: RealEncoding
    private let interval: Duration
    private let onProblem: @Sendable (HotReloadProblem) -> Void
    private let queue = DispatchQueue(label: "timeline.hotReload", qos: .utility)
    private let start = ContinuousClock.now
    private let isWriteScheduled = Atomic(false)

    private var core: ReloadCore<State>
    private var watch: FolderWatch?
    /// Reported, and lasting: nothing is written at a path that cannot be read.
    private var readProblem, writeProblem: HotReloadProblem?
    private var hasEnded = false
    private var observer: StepObserver<State, Action>?

    /// Reads the file, or writes it if it does not exist, and watches it.
    ///
    /// - Parameters:
    ///   - path: The file. If it does not exist, it is created with mode 0600; the folder must exist. A symbolic link is not
    ///     followed.
    ///   - realValues: Whether the file may hold values that a recording hides.
    ///   - interval: The least time between two writes; greater than 0.
    ///   - onProblem: Called on the queue with each problem. By default, it is printed to standard error.
    /// - Throws: `FileError` if the folder does not exist or cannot be watched, or the path is not a regular file.
    public init(
        _ store: some LiveStore<State, Action>, file path: String, realValues: RealValues = .refused,
        writingAtMostEvery interval: Duration = .milliseconds(200),
        onProblem: (@Sendable (HotReloadProblem) -> Void)? = nil
    ) throws(FileError) {
        self.store = store.live.core
        (self.path, self.interval) = (path, interval)
        encoding = RealEncoding(realValues)
        self.onProblem = onProblem ?? { StandardError.write("timeline: \($0)") }
        core = ReloadCore(file: path)
        let failure = Mutex<FileError?>(nil)
        self.store.wait(for: queue) { [self] in
            do throws(FileError) { try startWatching() } catch { failure.withLock { $0 = error } }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        observer = self.store.observe { [weak self] _ in self?.stateChanged() }
        // The state may have changed before it was observed.
        stateChanged()
    }

    /// Writes a pending change and stops watching the file. Returns when that is done.
    public func finish() {
        store.wait(for: queue) { [self] in
            guard watch != nil else { return }
            update()
            watch = nil
        }
        stopObserving()
    }

    deinit { stopObserving() }

    /// On the queue, so that the calling thread does not wait for a dispatch.
    private func stopObserving() {
        guard let observer else { return }
        queue.async { [store] in store.stopObserving(observer) }
    }

    package func settle() { store.wait(for: queue) {} }

    private func startWatching() throws(FileError) {
        if try read() == nil, let problem = try write() { report(problem) }
        if hasEnded { return }
        let (folder, name) = FileSystem.split(path)
        watch = try FolderWatch(folder, for: name, on: queue) { [weak self] in self?.readFile() }
        // Only now: the file may have changed, or been created by another app, before it was watched.
        readFile()
    }

    // MARK: - The file changed

    private func read() throws(FileError) -> [UInt8]? {
        do throws(FileError) { return try PrivateFile.read(path) } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    private func readFile() {
        dispatchPrecondition(condition: .onQueue(queue))
        if hasEnded { return }
        let text: [UInt8]?
        do throws(FileError) { text = try read() } catch {
            let problem = HotReloadProblem(.notRead, "\(error). The state is unchanged.")
            if readProblem != problem { onProblem(problem) }
            readProblem = problem
            return
        }
        if readProblem != nil {
            readProblem = nil
            // The file may be out of date. A new save is read before it is written.
            stateChanged()
        }
        switch core.read(text, live: store.liveStep.state, now: start.duration(to: .now)) {
        case nil: break
        case .set(let state): store.set(state, by: "hotReload")
        case .readAgain(let delay): after(delay) { $0.readFile() }
        case .report(let problem): onProblem(problem)
        }
    }

    private func after(_ delay: Duration, _ work: @escaping @Sendable (HotReload) -> Void) {
        queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in if let self { work(self) } }
    }

    // MARK: - The state changed

    private func stateChanged() {
        if isWriteScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        after(interval) {
            $0.isWriteScheduled.store(false, ordering: .releasing)
            if $0.watch != nil { $0.update() }
        }
    }

    private func update() {
        // A save takes precedence over a change by the app.
        readFile()
        guard readProblem == nil, !hasEnded else { return }
        do throws(FileError) {
            if let problem = try write() { report(problem) } else { writeProblem = nil }
        } catch {
            report(HotReloadProblem(.notWritten, "\(error). The file is out of date."))
        }
    }

    /// Returns why the state cannot be encoded; nil if it was written or need not be.
    private func write() throws(FileError) -> HotReloadProblem? {
        let state = store.liveStep.state
        guard core.needsWrite(state) else { return nil }
        let text: [UInt8]
        do throws(RealEncoding.Error) {
            text = Array((try encoding.encode(state, as: .state).value.prettyText + "\n").utf8)
        } catch {
            guard case .hidden(let reason) = error else {
                return HotReloadProblem(
                    .notWritten,
                    "the state cannot be written to \(path): \(error). The file is out of date.")
            }
            hasEnded = true
            watch = nil
            return HotReloadProblem(
                .redacted,
                "\(path) is not written: \(reason). Hot reload has ended. To write such values, pass realValues: .allowed."
            )
        }
        if text != core.text {
            guard try PrivateFile.replace(path, expecting: core.text, with: text) else {
                stateChanged()
                return nil
            }
        }
        core.didWrite(text, state)
        return nil
    }

    private func report(_ problem: HotReloadProblem) {
        if writeProblem != problem { onProblem(problem) }
        writeProblem = problem
    }
}

/// Decides when a file becomes the state and when the state is written to it. A text that does not decode is never overwritten.
struct ReloadCore<State: Codable & Equatable> {
    enum Decision {
        case set(State)
        case readAgain(after: Duration)
        case report(HotReloadProblem)
    }

    private let file: String
    private var known: (text: [UInt8], state: State)?
    private var bad: (text: [UInt8], since: Duration, isReported: Bool)?

    /// How long a text that does not decode may be a partial save.
    static var retryDelay: Duration { .milliseconds(250) }

    init(file: String) { self.file = file }

    /// `now` is the time on any monotonic clock.
    mutating func read(_ text: [UInt8]?, live: State, now: Duration) -> Decision? {
        guard let text else {
            known = nil
            bad = nil
            return nil
        }
        if let bad, bad.text == text, bad.isReported || now - bad.since < Self.retryDelay { return nil }
        // After a bad text, the previous one is a save like any other.
        if bad == nil, let known, known.text == text { return nil }
        do throws(HotReloadProblem) {
            let state: State = try StateText.decode(text, file)
            bad = nil
            known = (text, state)
            return state == live ? nil : .set(state)
        } catch {
            let isReported = bad?.text == text
            bad = (text, now, isReported)
            // A timer may fire a little early.
            return isReported ? .report(error) : .readAgain(after: Self.retryDelay + .milliseconds(5))
        }
    }

    func needsWrite(_ live: State) -> Bool { bad == nil && known?.state != live }

    var text: [UInt8]? { known?.text }

    mutating func didWrite(_ text: [UInt8], _ state: State) { known = (text, state) }
}
