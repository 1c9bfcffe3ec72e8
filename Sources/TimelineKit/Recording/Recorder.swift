internal import TimelineJSON
public import TimelineJournal

/// Records what an app does: writes each action to a file before its reducer runs.
///
/// Wrap the reducer of any store, once, at the root:
///
///     let recorder = try Recorder(for: CounterProgram(), to: "run.jsonl")
///     let reducer = recorder.recording(counterReducer)
///
/// or put `recorder.middleware` last into the middleware of our `Store`. At the end of the run call `finish()`.
///
/// **Threads.** All methods may be called from any thread. Steps are numbered in the order in which `begin` is called, and
/// written on the thread that calls it: one `write(2)` an action. Snapshots are encoded on a queue of the recorder's own.
///
/// **Trouble.** After `init` nothing throws, and nothing stops the app: what cannot be written is told to `onProblem`, and
/// when writing works again a line of the file says exactly which steps are missing, followed by a snapshot.
public final class Recorder<State: Codable & Equatable & Sendable, Action>: Sendable {
    /// The file that is being written, or the folder of segments.
    public let path: String

    private let recording: LockedRecording
    private let last: LastState<State>
    let encoding: ActionEncoding<Action>
    let redactor: RecordingRedactor
    let origins = OriginTracker()

    /// Begins a recording of `program` in a new file.
    ///
    /// - Parameters:
    ///   - path: The file, `.jsonl` by custom. It must not exist; it will be readable by its owner alone.
    ///   - snapshots: When to write the whole state.
    ///   - durability: What the recording survives: a crash, or a loss of power too.
    ///   - redaction: What to hide, beside the properties that are marked with `Redacted`.
    ///   - onProblem: Told what stands in the way of recording, on the thread that dispatches or on the recorder's queue.
    ///     It must not call `finish()`. Unless given, a line goes to standard error.
    /// - Throws: Where the file cannot be made, something that is not a recorder's lies beside it as `PATH.status`, the
    ///   first state cannot be encoded, a path to be hidden is none, or the program's name breaks the rule of
    ///   `Program.name`.
    public convenience init(
        for program: some Program<State, Action>, to path: String, snapshots: SnapshotPolicy = .balanced,
        durability: Durability = .process, redaction: Redaction? = nil,
        onProblem: (@Sendable (RecordingProblem) -> Void)? = nil
    ) throws(RecorderError) {
        try self.init(
            program: program.name, version: program.version, initialState: program.initialState, to: path,
            snapshots: snapshots, durability: durability, redaction: redaction, run: .fresh(),
            encoding: .of(program), onProblem: onProblem)
    }

    /// Begins a recording of a store whose actions are of many types, `any Action`, as in ReSwift and Fluxor.
    ///
    /// JSON does not tell one type from another, so what is written is the action of `program` that stands for it:
    ///
    ///     enum CounterAction: Codable {
    ///         case increase(Increase)
    ///         case reset(Reset)
    ///
    ///         init?(_ action: any Action) { … }
    ///     }
    ///
    ///     let recorder = try Recorder(for: CounterProgram(), to: "run.jsonl", action: CounterAction.init)
    ///
    /// - Parameters:
    ///   - action: What stands for an action of the store. Where it gives nil, the action is written as its description,
    ///     with a snapshot after it.
    public convenience init<P: Program<State, ProgramAction>, ProgramAction>(
        for program: P, to path: String, snapshots: SnapshotPolicy = .balanced,
        durability: Durability = .process, redaction: Redaction? = nil,
        action: @escaping @Sendable (Action) -> ProgramAction?,
        onProblem: (@Sendable (RecordingProblem) -> Void)? = nil
    ) throws(RecorderError) {
        try self.init(
            program: program.name, version: program.version, initialState: program.initialState, to: path,
            snapshots: snapshots, durability: durability, redaction: redaction, run: .fresh(),
            encoding: .through(action),
            onProblem: onProblem)
    }

    /// Begins a recording of an app that has no `Program` yet.
    ///
    /// An action that is not `Encodable`, or that fails to encode, is written as its description, with a snapshot after it.
    public convenience init(
        program: String, version: String, initialState: State, to path: String,
        snapshots: SnapshotPolicy = .balanced, durability: Durability = .process, redaction: Redaction? = nil,
        onProblem: (@Sendable (RecordingProblem) -> Void)? = nil
    ) throws(RecorderError) {
        try self.init(
            program: program, version: version, initialState: initialState, to: path, snapshots: snapshots,
            durability: durability, redaction: redaction, run: .fresh(), onProblem: onProblem)
    }

    convenience init(
        program: String, version: String, initialState: State, to path: String, snapshots: SnapshotPolicy,
        durability: Durability = .process, redaction: Redaction? = nil, run: RunIdentity,
        encoding: ActionEncoding<Action> = .dynamic,
        layer: any FileLayer = SystemFiles(), onProblem: (@Sendable (RecordingProblem) -> Void)?
    ) throws(RecorderError) {
        try self.init(
            program: program, version: version, initialState: initialState, in: .file(path), snapshots: snapshots,
            durability: durability, redaction: redaction, run: run, encoding: encoding, layer: layer,
            onProblem: onProblem)
    }

    init(
        program: String, version: String, initialState: State, in place: RecordingPlace, snapshots: SnapshotPolicy,
        durability: Durability, redaction: Redaction? = nil, run: RunIdentity,
        encoding: ActionEncoding<Action> = .dynamic,
        layer: any FileLayer = SystemFiles(), onProblem: (@Sendable (RecordingProblem) -> Void)?
    ) throws(RecorderError) {
        guard ProgramName(program) != nil else { throw .program(name: program) }
        let path = place.path
        self.path = path
        let onProblem =
            onProblem ?? { problem in
                // Some name a file already.
                let place = problem.description.contains(path) ? "" : " (\(path))"
                StandardError.write("timeline: \(problem)\(place)")
            }
        let redactor = try RecordingRedactor(redaction)
        self.redactor = redactor
        self.encoding = encoding
        last = LastState(initialState)
        let first: JSONText
        do throws(JSONCodingError) { first = try redactor.encode(state: initialState) } catch {
            throw .initialState(reason: "\(error)")
        }
        let header: @Sendable (Int, JSON?) -> Header = { segment, dropped in
            var other = [JSONObject.Member(key: "snapshots", value: .string("\(snapshots)"))]
            if let note = redactor.note { other.append(.init(key: "redaction", value: note.json)) }
            if let dropped { other.append(.init(key: "dropped", value: dropped)) }
            return Header(
                session: run.session, program: program, version: version, started: run.started, segment: segment,
                platform: RunIdentity.platform, other: other, hasChecksums: true)
        }
        let snapshot = LineWriter.snapshot(Snapshot(seq: 0, at: .zero, state: first))
        var schedule = SnapshotSchedule(snapshots)
        schedule.written(bytes: snapshot.count)
        var rotation: Rotation?
        if case .folder(_, let name, let retention) = place {
            do throws(FolderFault) {
                rotation = Rotation(
                    try SegmentFolder(
                        path, name: name, session: run.session, started: run.started, bytes: retention.bytes,
                        seconds: retention.seconds), header: header)
            } catch {
                throw .folder(path: path, reason: "\(error)")
            }
        }
        let pageFailure: FileError?
        do throws(FileError) {
            let next: (path: String, lines: [UInt8]) =
                rotation?.next(snapshot) ?? (path, LineWriter.header(header(1, nil)) + snapshot)
            try StatusPage.requireFree(beside: next.path)
            let file = try JournalFile.begin(next.path, lines: next.lines, layer: layer)
            if durability != .process {
                do throws(FileError) { try file.handle.sync() } catch {
                    layer.remove(next.path)
                    throw error
                }
            }
            let litter = rotation?.drop(length: 0, toMakeRoomFor: file.length, at: .zero) ?? []
            rotation?.began(first: 0, length: file.length, at: .zero)
            // Without the page the recording is as good; only a last step that did not return is not told apart.
            var page: StatusPage?
            do throws(FileError) {
                page = try StatusPage(beside: next.path, session: run.session)
                pageFailure = nil
            } catch {
                pageFailure = error
            }
            recording = LockedRecording(
                RecordingCore(
                    file: file, page: page, now: run.now, schedule: schedule, session: run.session,
                    rotation: rotation, litter: litter, layer: layer),
                durability: durability, layer: layer, later: run.later, onProblem: onProblem)
        } catch {
            throw .file(error)
        }
        encoding.problems.forEach(onProblem)
        if let pageFailure {
            onProblem(
                RecordingProblem(
                    .statusMissing, "whether the last reducer returned will not be known after a crash: \(pageFailure)")
            )
        }
        if let overdue = rotation?.folder.overdueBytes, overdue > 0 {
            onProblem(
                RecordingProblem(
                    .retentionExceeded, "runs that nobody has reported take \(overdue) bytes more than is to be kept"))
        }
    }

    /// Ends the recording cleanly: a last snapshot and the `end` line. What is dispatched later is not recorded.
    ///
    /// In a forked child this does nothing, as all other methods: the recording is its parent's.
    public func finish() {
        if recording.isForked { return }
        recording.waitForSnapshots()
        recording.use { core in
            core.finish(isStateKnown: last.isKnown) { () throws(JSONCodingError) in
                try redactor.encode(state: last.state)
            }
        }
        recording.settle()
    }

    /// Gives the place after the last step a name, to find it by: `%name`.
    public func mark(_ name: String) {
        if recording.isForked { return }
        recording.use { $0.mark(name) }
    }

    // MARK: - The primitive

    /// Writes an action before it is reduced.
    ///
    /// The pair `begin` and `commit` is what everything else is made of; call it from a store that nothing else fits.
    ///
    /// - Parameters:
    ///   - state: The state that the reducer is about to be given, for a store whose state may be changed from outside:
    ///     where it is not the one that the last step left, a `set` line says so.
    ///   - from: Who or what dispatched the action. Unless given, what `ActionOrigin` and `effects` know, with the cause,
    ///     or else `user`.
    ///   - cause: The number of the step that this action came from.
    /// - Returns: The number of the step, for `commit`.
    public func begin(_ action: Action, in state: State? = nil, from: Origin? = nil, cause: Int? = nil) -> Int {
        if recording.isForked {
            recording.reportFork()
            return 0
        }
        var seq = 0
        encoding.lend(action, redactor) { change in
            let origin =
                from == nil && origins.isUsed ? origins.origin(of: change, cause) : (from: from ?? .user, cause: cause)
            seq = recording.use { begin(change, in: state, from: origin.from, cause: origin.cause, &$0) }
            if change.isOpaque { report(change, of: action, at: seq) }
        }
        if origins.isUsed { origins.recorded(as: seq) }
        return seq
    }

    /// Reports that the action could not be encoded.
    @inline(never) private func report(_ change: LentChange, of action: Action, at seq: Int) {
        guard case .opaque(_, let failure) = change else { return }
        recording.use { $0.reportOpaque(type(of: action as Any), at: seq, failure) }
    }

    private func begin(
        _ change: LentChange, in state: State?, from: Origin, cause: Int?, _ core: inout RecordingCore
    ) -> Int {
        defer { last.forget() }
        if let state {
            if last.isOther(than: state) {
                core.set({ () throws(JSONCodingError) in try redactor.encode(state: state) }, by: "outside")
            }
            return core.begin(change, from: from, cause: cause) { () throws(JSONCodingError) in
                try redactor.encode(state: state)
            }
        }
        return core.begin(change, from: from, cause: cause, isStateKnown: last.isKnown) {
            () throws(JSONCodingError) in
            try redactor.encode(state: last.state)
        }
    }

    /// Notes that the reducer returned from step `seq`, and left `state`.
    public func commit(_ seq: Int, _ state: State) {
        if recording.isForked { return }
        let isWaiting = recording.use { core in
            guard core.commit(seq) else { return false }
            last.keep(state)
            return core.handOverIfDue { () throws(JSONCodingError) in
                try redactor.encode(state: state)
            } encoding: {
                { [redactor] () throws(JSONCodingError) in try redactor.encode(state: state) }
            }
        }
        if isWaiting { recording.encodeSnapshots() }
    }

    /// Records a state that was put in from outside the reducer, and by what: `restore`, `hotReload`.
    public func set(_ state: State, by: String) {
        if recording.isForked { return }
        recording.use { core in
            core.set({ () throws(JSONCodingError) in try redactor.encode(state: state) }, by: by)
            last.keep(state)
        }
    }

    var durability: Durability { recording.durability }

    /// Waits until the snapshots that are on their way are on file.
    func waitForSnapshots() { recording.waitForSnapshots() }

    /// Opens what is on file of this run.
    package func openJournal() throws(JournalError) -> Journal {
        try Journal(opening: recording.look { $0.rotation?.folder.ownPaths } ?? [path], name: path)
    }

    /// How many steps were reduced, and are not on file.
    package var missing: Int { recording.look { $0.missing } }

    /// The number of the last step.
    package var seq: Int { recording.isForked ? 0 : recording.look { $0.seq } }
}
