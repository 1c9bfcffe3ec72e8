internal import Dispatch
internal import Synchronization
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The hands of hot reload: reads and writes the file as `ReloadCore` decides.
///
/// Sendable because all that changes is touched on `queue` alone, or is atomic.
final class HotReloadWorker<State: Codable & Equatable & Sendable, Action: Sendable>: @unchecked Sendable {
    private let store: any LiveStoreCore<State, Action>
    private let path: String
    private let queue: DispatchQueue
    private let encoding: RealEncoding
    private let interval: Duration
    private let onProblem: @Sendable (HotReloadProblem) -> Void
    /// Touched on `queue`.
    private var core: ReloadCore<State>
    private var displaced: DisplacedFile?
    private var watch: FolderWatch?
    /// What cannot be read, in the place of the file, and was told. Nothing is written there. Touched on `queue`.
    private var obstacle: HotReloadProblem?
    /// A trouble with writing that was told. Touched on `queue`.
    private var told: HotReloadProblem?
    /// Whether it ended by itself, as the state holds what must not be written. Touched on `queue`.
    private var hasEnded = false
    private let isWritePlanned = Atomic(false)

    private let clock = ContinuousClock()
    private let begun = ContinuousClock.now
    private var now: Duration { begun.duration(to: clock.now) }

    init(
        _ store: any LiveStoreCore<State, Action>, _ path: String, _ queue: DispatchQueue, _ encoding: RealEncoding,
        interval: Duration,
        onProblem: @escaping @Sendable (HotReloadProblem) -> Void
    ) {
        self.store = store
        self.path = path
        self.queue = queue
        self.encoding = encoding
        self.interval = interval
        self.onProblem = onProblem
        core = ReloadCore(file: path)
    }

    func settle() { queue.sync {} }

    func finish() {
        queue.sync {
            guard watch != nil else { return }
            catchUp()
            watch = nil
        }
    }

    /// Reads the file, or writes it where there is none, and watches it from then on.
    func begin() throws(FileError) {
        let text: [UInt8]?
        do throws(FileError) { text = try StateFile.read(path) } catch {
            guard error.isMissing else { throw error }
            text = nil
        }
        if let text {
            follow(core.read(text, live: store.live.state, now: now))
        } else if let problem = try write() {
            tell(problem)
        }
        if hasEnded { return }
        let (folder, name) = Self.split(path)
        watch = try FolderWatch(folder, for: name, on: queue) { [weak self] in self?.look() }
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }

    // MARK: - The file changed

    /// Reads the file.
    func look() {
        dispatchPrecondition(condition: .onQueue(queue))
        if hasEnded { return }
        let text: [UInt8]?
        do throws(FileError) { text = try StateFile.read(path) } catch {
            guard error.isMissing else {
                return meet(HotReloadProblem(.notRead, "\(error). The state stays as it was."))
            }
            text = nil
        }
        if obstacle != nil {
            obstacle = nil
            // The file may be behind; what is saved in its place meanwhile goes first.
            stateChanged()
        }
        follow(
            core.read(
                text, live: store.live.state, now: now, isOpen: text != nil && WriterWatch.isOpenForWriting(path)))
    }

    /// Tells what stands in the place of the file once, and leaves it alone until it has gone.
    private func meet(_ problem: HotReloadProblem) {
        guard obstacle != problem else { return }
        obstacle = problem
        onProblem(problem)
    }

    private func follow(_ decision: ReloadCore<State>.Decision?) {
        switch decision {
        case nil: break
        case .set(let state): store.set(state, by: "hotReload")
        case .lookAgain:
            // A little later, or it would be a little too soon.
            queue.asyncAfter(deadline: .now() + .milliseconds(105)) { [weak self] in self?.look() }
        case .report(let problem): onProblem(problem)
        }
    }

    // MARK: - The state changed

    /// Writes the file soon. On any thread.
    func stateChanged() {
        if isWritePlanned.exchange(true, ordering: .acquiringAndReleasing) { return }
        let (seconds, attoseconds) = interval.components
        let wait = Double(seconds) + Double(attoseconds) / 1e18
        queue.asyncAfter(deadline: .now() + wait) { [weak self] in
            guard let self else { return }
            isWritePlanned.store(false, ordering: .releasing)
            if watch != nil { catchUp() }
        }
    }

    private func catchUp() {
        // What was saved meanwhile goes first.
        look()
        guard obstacle == nil, !hasEnded else { return }
        do throws(FileError) {
            if let problem = try write() { tell(problem) } else { told = nil }
        } catch {
            tell(HotReloadProblem(.notWritten, "\(error). The file is behind the state."))
        }
    }

    /// - Returns: why the state has no text.
    private func write() throws(FileError) -> HotReloadProblem? {
        let state = store.live.state
        guard core.isDue(state) else { return nil }
        let text: [UInt8]
        do throws(RealEncoding.Failure) { text = try EditedText.encode(state, encoding) } catch {
            if case .hidden(let reason) = error { return end(because: reason) }
            return HotReloadProblem(
                .notWritten,
                "the state cannot be written to \(path): \(error). The file is behind the state.")
        }
        if text == core.text {
            core.wrote(text, state)
            return nil
        }
        switch try ExchangedFile.replace(path, holding: core.text, by: text) {
        case .overtaken: stateChanged()
        case .written(let displaced):
            core.wrote(text, state)
            watch(displaced)
        }
        return nil
    }

    /// Ends: what the state holds now must not be written, and a save may bring nothing else.
    private func end(because reason: String) -> HotReloadProblem {
        hasEnded = true
        watch = nil
        displaced = nil
        return HotReloadProblem(
            .redacted,
            "\(path) is not written: \(reason). Hot reload has ended; it writes such values with realValues: .allowed.")
    }

    /// Looks after a while whether an editor wrote into the file that was replaced.
    private func watch(_ displaced: DisplacedFile?) {
        takeStray()
        self.displaced = displaced
        guard displaced != nil else { return }
        for wait in [50, 1000] {
            queue.asyncAfter(deadline: .now() + .milliseconds(wait)) { [weak self] in self?.takeStray() }
        }
    }

    private func takeStray() {
        guard let text = displaced?.newText() else { return }
        follow(core.readStray(text, live: store.live.state, now: now))
        stateChanged()
    }

    /// Tells of a trouble with writing once, for as long as it lasts.
    private func tell(_ problem: HotReloadProblem) {
        guard told != problem else { return }
        told = problem
        onProblem(problem)
    }
}
