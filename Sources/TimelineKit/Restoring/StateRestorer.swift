internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// Saves the state of an app, and restores it at the next launch.
///
///     let restorer = StateRestorer(program, in: "…/saved")
///     let restored = restorer.restore()
///     let store = Store(program: program, middleware: [.effects { … }, recorder.middleware])
///     if restored.source != .initial { store.set(restored.state, by: "restore") }
///     …                                       // the first screen is up
///     restorer.launched()
///     …                                       // the app goes to the background
///     try restorer.save(store.state)
///
/// No action is dispatched, so no reducer and no effect runs: the restore is a step of its own in the recording, a `set`
/// line `by` `restore`.
///
/// **A state that ends the app at launch** does so twice. At the third launch it is set aside, with all that was saved
/// since, and the app begins with the last state that it is known to have launched with, or else the one saved before.
/// Should that fail too, the launch after begins with the initial state. A launch has failed where `restore()` was called
/// and `launched()` was not, whatever ended it: a launch into the background that the system ends early counts, so call
/// `launched()` there as well, as soon as the state has been used. What cannot be decoded is set aside at once. Nothing
/// that is set aside is overwritten or removed; the app may remove it.
///
/// **What it holds.** A state is saved to be restored, so its values are in the open. One with a value that a recording hides
/// is saved only where `realValues` are `.allowed`: mind that before a file that was set aside is sent anywhere.
///
/// **Files.** The folder is the restorer's own: 0700, the files 0600. A save is written whole to a file of another name,
/// synced, and renamed. `000017.state` is the 17th save, a timeline of one state; `000017.launched.state` is one that the
/// app launched with; `000017.launchesFailed.state` and `000017.unreadable.state` are set aside; `launching` is there
/// between `restore()` and `launched()`. Links are not followed. Two saved states are kept, and what is set aside.
///
/// **Threads.** All methods may be called from any thread, of one process. **Cost.** A save encodes the state and waits
/// for the disk, tens of milliseconds: call it where that does not hold up the app.
public final class StateRestorer<P: Program>: Sendable {
    private let program: P
    private let saved: SavedStates
    private let encoding: RealEncoding
    private let run = RunIdentity.fresh()
    /// The state that the app launches with, until it has launched.
    private let launching = Locked<SavedState?>(nil)

    /// - Parameters:
    ///   - folder: Where the states are kept: a folder of their own. It is made when a state is first saved.
    ///   - realValues: Whether a state may be saved that holds values which a recording hides.
    public init(_ program: P, in folder: String, realValues: RealValues = .refused) {
        self.program = program
        encoding = RealEncoding(realValues)
        saved = SavedStates(folder: folder)
    }

    // MARK: - At launch

    /// The state to begin with. Call it once, before anything else looks at a state; and `launched()` once the app is up.
    ///
    /// Never throws: where nothing can be restored, it is the initial state, and the reason is told.
    public func restore() -> Restored<P.State> {
        launching.withLock { launching in
            var aside: [Restored<P.State>.SetAside] = []
            var problems: [String] = []
            func setAside(_ state: SavedState, _ fate: SavedState.Fate, _ reason: Restored<P.State>.SetAside.Reason) {
                do throws(FileError) {
                    aside.append(.init(path: saved.path(try saved.rename(state, to: fate)), reason: reason))
                } catch {
                    problems.append("\(error)")
                }
            }

            if let obstacle = saved.obstacle { problems.append("\(obstacle)") }
            var states = saved.usable()
            var attempts = saved.attempts
            if let failed = attempts, failed.areUsedUp {
                for state in states.reversed() where state.number >= failed.from {
                    setAside(state, .launchesFailed, .launchesFailed)
                }
                states.removeAll { $0.number >= failed.from }
                attempts = LaunchAttempts(from: .max, launches: 0, limit: 1)
            }
            while let state = states.popLast() {
                // Before it is decoded: that may trap, too.
                let next = (attempts ?? LaunchAttempts(from: .max, launches: 0, limit: 2)).another(from: state.number)
                do throws(FileError) { try saved.note(next) } catch {
                    problems.append("should this launch fail it will not be noticed: \(error)")
                }
                do throws(UnreadableState) {
                    let restored = try read(state)
                    launching = state
                    return Restored(
                        state: restored, source: aside.isEmpty && next.limit == 2 ? .lastSaved : .earlier,
                        setAside: aside, problem: problems.isEmpty ? nil : problems.joined(separator: "\n"))
                } catch {
                    setAside(state, .unreadable, .unreadable(error.reason))
                }
            }
            saved.clearAttempts()
            launching = nil
            return Restored(
                state: program.initialState, source: .initial, setAside: aside,
                problem: problems.isEmpty ? nil : problems.joined(separator: "\n"))
        }
    }

    /// The app is up: the state that it began with is a good one.
    public func launched() {
        launching.withLock { launching in
            if let state = launching, state.fate == .saved { _ = try? saved.rename(state, to: .launched) }
            launching = nil
            saved.clearAttempts()
            saved.prune()
        }
    }

    private func read(_ state: SavedState) throws(UnreadableState) -> P.State {
        do {
            let path = saved.path(state.name)
            let journal = try Journal(bytes: try PrivateFile.read(path), name: path)
            try journal.requireSound()
            guard journal.header.program == program.name else {
                throw ReplayError(
                    .foreign(file: path, found: journal.header.program, expected: program.name))
            }
            guard journal.index.end != nil, let checkpoint = journal.index.checkpoints.first else {
                throw UnreadableState(reason: "\(path) was not written to its end")
            }
            return try JSONCoding.decode(P.State.self, from: try journal.state(at: checkpoint))
        } catch let error as UnreadableState {
            throw error
        } catch {
            throw UnreadableState(reason: "\(error)")
        }
    }

    // MARK: - Saving

    /// Saves `state` for the next launch. The states that were saved before are kept as long as they may be needed.
    ///
    /// - Throws: `SavingError`; what was saved before is as it was.
    public func save(_ state: P.State) throws(SavingError) {
        let text: JSONText
        do throws(RealEncoding.Failure) { text = try encoding.encode(state, as: .state) } catch {
            if case .hidden(let reason) = error { throw .redacted(reason: reason) }
            throw .state(reason: "\(error)")
        }
        let header = Header(
            session: run.session, program: program.name, version: program.version, started: run.started,
            platform: RunIdentity.platform)
        let at = run.now()
        let bytes =
            LineWriter.header(header) + LineWriter.snapshot(Snapshot(seq: 0, at: at, state: text))
            + LineWriter.end(End(seq: 0, at: at, actions: 0, snapshots: 1))
        let failure = launching.withLock { launching -> FileError? in
            do throws(FileError) {
                try saved.add(bytes)
                // Until the launch is known to be good, an earlier state may still be needed.
                if launching == nil { saved.prune() }
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw .file(failure) }
    }
}
