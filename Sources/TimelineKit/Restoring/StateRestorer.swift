/// Saves the state of an app, and restores it at the next launch.
///
///     let restorer = StateRestorer(program: program, in: "…/saved")
///     let restored = restorer.restore()
///     let store = Store(program: program, middleware: [.effects { … }, recorder.middleware])
///     if restored.source != .initial { store.set(restored.state, by: "restore") }
///     …                                       // the first screen is up
///     restorer.launched()
///     …                                       // the app goes to the background
///     try restorer.save(store.state)
///
/// Restoring dispatches no action, so no reducer and no effect runs. In the recording it is one step, a `set` line with
/// `"by":"restore"`.
///
/// **Crash loops.** A launch has failed if the app calls `restore()` and not `launched()`. After two failed launches the
/// third rejects the state and every state saved since. It uses the last state that the app launched with or, if there is
/// none, the one saved before. If that launch fails too, the next one uses the initial state. A background launch that the
/// system ends early counts as failed, so call `launched()` there too, as soon as the app has used the state. A state that
/// cannot be decoded is rejected at once. Rejected files are never overwritten or removed; the app may remove them.
///
/// **Values.** Saved states are not redacted. A state with a value that a recording would hide is saved only with
/// `realValues: .allowed`. Consider that before you send a rejected file.
///
/// **Files.** The folder has mode 0700 and holds nothing else; files have mode 0600. A save is atomic and synced.
/// `000017.state` is the 17th save, a timeline with one state; `000017.launched.state` is one that the app launched with;
/// `000017.launchesFailed.state` and `000017.unreadable.state` are rejected; `launching` exists between `restore()` and
/// `launched()`. Links are not followed. The folder keeps two saved states, and the rejected ones.
///
/// **Threads.** All methods may be called from any thread of one process.
///
/// **Cost.** A save encodes the state and waits for the disk, tens of milliseconds.
public final class StateRestorer<P: Program>: Sendable {
    private let program: P
    private let saved: SavedStates
    private let encoding: RealEncoding
    private let run = RunIdentity.fresh()
    private let launching = Locked<SavedState?>(nil)

    /// - Parameters:
    ///   - program: The app's program. Its name must match that of the saved states.
    ///   - folder: The folder of saved states, which holds nothing else. Created by the first save.
    ///   - realValues: Whether to save states with values that a recording hides.
    public init(program: P, in folder: String, realValues: RealValues = .refused) {
        self.program = program
        encoding = RealEncoding(realValues)
        saved = SavedStates(folder: folder)
    }

    // MARK: - At launch

    /// Returns the state to begin with. Call it once, before the store is created, and `launched()` when the app is up.
    ///
    /// Never throws: if no state can be restored, returns the initial state, with the reason in `problem`.
    public func restore() -> RestoredState<P.State> {
        launching.withLock { launching in
            var rejected: [RestoredState<P.State>.RejectedFile] = []
            var problems: [String] = []
            func reject(_ state: SavedState, _ reason: RestoredState<P.State>.RejectedFile.Reason) {
                let status: SavedState.Status = reason == .launchesFailed ? .launchesFailed : .unreadable
                do throws(FileError) {
                    let path = saved.path(try saved.rename(state, to: status))
                    if rejected.last?.path != path { rejected.append(.init(path: path, reason: reason)) }
                } catch {
                    problems.append("\(error)")
                }
            }

            if let error = saved.folderError { problems.append("\(error)") }
            var states = saved.usable()
            var attempts = saved.attempts
            if let failed = attempts, failed.areUsedUp {
                for state in states.reversed() where state.number >= failed.from {
                    reject(state, .launchesFailed)
                }
                states.removeAll { $0.number >= failed.from }
                attempts = LaunchAttempts(from: .max, launches: 0, limit: 1)
            }
            while let state = states.popLast() {
                // Written before decoding, which may trap.
                let next = (attempts ?? LaunchAttempts(from: .max, launches: 0, limit: 2)).another(from: state.number)
                do throws(FileError) { try saved.write(next) } catch {
                    problems.append("a failure of this launch will not be detected: \(error)")
                }
                do {
                    guard let restored = try read(state) else {
                        let reason = "\(saved.path(state.name)) was not written to its end"
                        reject(state, .unreadable(reason))
                        continue
                    }
                    launching = state
                    return RestoredState(
                        state: restored, source: rejected.isEmpty && next.limit == 2 ? .lastSaved : .earlier,
                        rejectedFiles: rejected, problem: problems.isEmpty ? nil : problems.joined(separator: "\n"))
                } catch {
                    reject(state, .unreadable("\(error)"))
                }
            }
            saved.clearAttempts()
            launching = nil
            return RestoredState(
                state: program.initialState, source: .initial, rejectedFiles: rejected,
                problem: problems.isEmpty ? nil : problems.joined(separator: "\n"))
        }
    }

    /// Notes that the app is up, so the state that it began with is good.
    public func launched() {
        launching.withLock { launching in
            if let state = launching, state.status == .saved { _ = try? saved.rename(state, to: .launched) }
            launching = nil
            saved.clearAttempts()
            saved.prune()
        }
    }

    /// The state in a file; nil if the file was not written to its end.
    private func read(_ state: SavedState) throws -> P.State? {
        let path = saved.path(state.name)
        let segment = try Segment(name: path, source: try PrivateFile.read(path))
        let header = try segment.header()
        var reader = JournalReader([segment])
        var (text, hasEnd) = (nil as JSONText?, false)
        while let line = try reader.next() {
            if case .snapshot(let snapshot) = line.content { text = text ?? snapshot.state }
            if case .end = line.content { hasEnd = true }
        }
        guard header.program == program.name else {
            throw JournalError.foreign(file: path, found: header.program, expected: program.name)
        }
        guard hasEnd, let text else { return nil }
        let migrations = MigrationPath(for: program, from: header.version)
        return try JSONCoding.decode(P.State.self, from: migrations?.state(text) ?? text)
    }

    // MARK: - Saving

    /// Saves `state` for the next launch.
    ///
    /// - Throws: `SavingError`. Earlier saved states are unchanged.
    public func save(_ state: P.State) throws(SavingError) {
        let text: JSONText
        do throws(RealEncoding.Error) { text = try encoding.encode(state, as: .state) } catch {
            guard case .hidden(let reason) = error else {
                throw SavingError(code: .coding, description: "the state cannot be encoded: \(error)")
            }
            let remedy = "To save such values, pass realValues: .allowed"
            throw SavingError(code: .redacted, description: "the state was not saved: \(reason). \(remedy)")
        }
        let header = Header(
            session: run.session, program: program.name, version: program.version, started: run.started,
            platform: RunIdentity.platform)
        let at = run.now()
        let bytes =
            LineWriter.header(header) + LineWriter.line(.snapshot(Snapshot(seq: 0, at: at, state: text)))
            + LineWriter.line(.end(End(seq: 0, at: at, actions: 0, snapshots: 1)))
        do throws(FileError) {
            try launching.withLock { (launching) throws(FileError) in
                try saved.add(bytes)
                // Until the launch succeeds, an earlier state may be needed.
                if launching == nil { saved.prune() }
            }
        } catch { throw SavingError(code: .file, description: "the state was not saved: \(error)") }
    }
}
