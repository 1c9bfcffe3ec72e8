internal import TimelineJSON
package import TimelineJournal
package import TimelineSystem

/// Records what an app does: writes each action to a file before its reducer runs.
///
/// Wrap the reducer of any store, once, at the root:
///
///     let recorder = Recorder(program: CounterProgram(), in: folder)
///     let reducer = recorder.recording(counterReducer)
///
/// or put `recorder.middleware` last into the middleware of our `Store`. At the end of the run call `finish()`.
///
/// **Threads.** All methods may be called from any thread. Steps are numbered in the order in which `begin` is called, and
/// written on the thread that calls it: one `write(2)` an action. Snapshots are encoded on a queue of the recorder's own.
///
/// **Problems.** Nothing throws, and nothing stops the app. Where the recording cannot begin, nothing is recorded, every
/// method does nothing, and `problem` holds the reason. What cannot be written later is reported to
/// `RecorderOptions.onProblem`, and when writing works again a line of the file says exactly which steps are missing,
/// followed by a snapshot.
public final class Recorder<State: Codable & Equatable & Sendable, Action>: Sendable {
    /// The file that is being written, or the folder of segments; nil where nothing is recorded.
    public let path: String?

    /// Why nothing is recorded; nil where the recording began, or none was requested.
    public let problem: RecordingProblem?

    private let recording: LockedRecording?
    private let last: LastState<State>
    let encoding: ActionEncoding<Action>
    let redactor: RecordingRedactor
    let onProblem: @Sendable (RecordingProblem) -> Void
    let origins = OriginTracker()
    let attachment = Attachment<State, Action>()

    /// Begins a recording of `program`: in a folder or a file, or where `timeline record --` asks for one.
    ///
    ///     Recorder(program: CounterProgram(), in: folder)
    ///     Recorder(program: CounterProgram(), in: .file("run.jsonl"))
    ///     Recorder(program: CounterProgram(), in: .requested)
    ///
    /// Where it cannot begin, nothing is recorded, `problem` holds the reason, and `options.onProblem` receives it: the
    /// file exists, which leaves it as it is; the folder or the file cannot be created; something that is not a recorder's
    /// lies beside the file as `PATH.status`; the first state cannot be encoded; a path to be hidden is invalid; or the
    /// program's name breaks the rule of `Program.name`.
    public convenience init(
        program: some Program<State, Action>, in place: RecordingPlace, options: RecorderOptions = RecorderOptions()
    ) {
        self.init(
            program: program.name, version: program.version, initialState: program.initialState, in: place,
            options: options, run: .fresh(), encoding: .of(program))
    }

    /// Begins a flight recorder in a folder: `in: .folder(folder)`.
    public convenience init(
        program: some Program<State, Action>, in folder: String, options: RecorderOptions = RecorderOptions()
    ) {
        self.init(program: program, in: .folder(folder), options: options)
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
    ///     let recorder = Recorder(program: CounterProgram(), in: folder, action: CounterAction.init)
    ///
    /// - Parameters:
    ///   - action: What stands for an action of the store. Where it gives nil, the action is written as its description,
    ///     with a snapshot after it.
    public convenience init<P: Program<State, ProgramAction>, ProgramAction>(
        program: P, in place: RecordingPlace, options: RecorderOptions = RecorderOptions(),
        action: @escaping @Sendable (Action) -> ProgramAction?
    ) {
        self.init(
            program: program.name, version: program.version, initialState: program.initialState, in: place,
            options: options, run: .fresh(), encoding: .through(action))
    }

    /// Begins a flight recorder of a store whose actions are of many types: `in: .folder(folder)`.
    public convenience init<P: Program<State, ProgramAction>, ProgramAction>(
        program: P, in folder: String, options: RecorderOptions = RecorderOptions(),
        action: @escaping @Sendable (Action) -> ProgramAction?
    ) {
        self.init(program: program, in: .folder(folder), options: options, action: action)
    }

    /// Begins a recording of an app that has no `Program` yet.
    ///
    /// An action that is not `Encodable`, or that fails to encode, is written as its description, with a snapshot after it.
    public convenience init(
        program: String, version: String, initialState: State, in place: RecordingPlace,
        options: RecorderOptions = RecorderOptions()
    ) {
        self.init(
            program: program, version: version, initialState: initialState, in: place, options: options, run: .fresh())
    }

    package init(
        program: String, version: String, initialState: State, in place: RecordingPlace, options: RecorderOptions,
        run: RunIdentity, encoding: ActionEncoding<Action> = .dynamic, layer: any FileLayer = SystemFiles()
    ) {
        let resolved = place.resolved
        let path = resolved?.place.path
        let onProblem =
            options.onProblem ?? { problem in
                // Some name a file already.
                let place = path.map { problem.message.contains($0) ? "" : " (\($0))" } ?? ""
                StandardError.write("timeline: \(problem)\(place)")
            }
        var redactor = RecordingRedactor.marksOnly()
        var recording: LockedRecording?
        var problem: RecordingProblem?
        if let resolved {
            let start = RecordingStart(
                program: program, version: version, place: resolved.place, options: options, run: run, layer: layer,
                onProblem: onProblem)
            do throws(RecordingStart.Refusal) {
                redactor = try RecordingRedactor(options.redaction)
                recording = try start.begin(redactor.note, reporting: encoding.problems) {
                    () throws(JSONCodingError) in try redactor.encode(state: initialState)
                }
            } catch {
                problem = error.problem
            }
        }
        self.path = recording == nil ? nil : path
        self.problem = problem
        self.onProblem = onProblem
        self.recording = recording
        self.redactor = redactor
        self.encoding = recording == nil ? .none : encoding
        last = LastState(initialState)
        guard let problem else { return }
        if resolved?.isRequested == true { RecordingRequest.write(problem) }
        if options.reportsStart { onProblem(problem) }
    }

    /// Ends the recording cleanly: a last snapshot and the `end` line. What is dispatched later is not recorded.
    ///
    /// In a forked child this does nothing, as all other methods: the recording is its parent's.
    public func finish() {
        guard let recording, !recording.isForked else { return }
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
        guard let recording, !recording.isForked else { return }
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
        beginStep(action, in: state, from: from, cause: cause).seq
    }

    /// The same, with the origin that is written.
    func beginStep(
        _ action: Action, in state: State?, from: Origin? = nil, cause: Int? = nil
    ) -> (seq: Int, from: Origin, cause: Int?) {
        guard let recording else { return (0, from ?? .user, cause) }
        if recording.isForked {
            recording.reportFork()
            return (0, from ?? .user, cause)
        }
        var seq = 0
        var origin = (from: from ?? .user, cause: cause)
        encoding.lend(action, redactor) { change in
            if from == nil, origins.isUsed { origin = origins.origin(of: change, cause) }
            seq = recording.use { begin(change, in: state, from: origin.from, cause: origin.cause, &$0) }
            if change.isOpaque { report(change, of: action, at: seq, recording) }
        }
        if origins.isUsed { origins.recorded(as: seq) }
        return (seq, origin.from, origin.cause)
    }

    /// What is known of the origin of an action that is not recorded.
    func origin(of action: Action) -> (from: Origin, cause: Int?) {
        var origin: (from: Origin, cause: Int?) = (.user, nil)
        guard origins.isUsed else { return origin }
        encoding.lend(action, redactor) { origin = origins.origin(of: $0, nil) }
        return origin
    }

    /// The state that the last step left. Not to be used while a reducer runs.
    var lastState: State { recording?.look { _ in last.state } ?? last.state }

    /// Reports that the action could not be encoded.
    @inline(never) private func report(
        _ change: BorrowedChange, of action: Action, at seq: Int, _ recording: LockedRecording
    ) {
        guard case .opaque(_, let failure) = change else { return }
        recording.use { $0.reportOpaque(type(of: action as Any), at: seq, failure) }
    }

    private func begin(
        _ change: BorrowedChange, in state: State?, from: Origin, cause: Int?, _ core: inout RecordingCore
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
        guard let recording, !recording.isForked else { return }
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
        guard let recording, !recording.isForked else { return }
        recording.use { core in
            core.set({ () throws(JSONCodingError) in try redactor.encode(state: state) }, by: by)
            last.keep(state)
        }
    }

    var durability: Durability? { recording?.durability }

    /// Waits until the snapshots that are on their way are on file.
    package func waitForSnapshots() { recording?.waitForSnapshots() }

    /// Opens what is on file of this run.
    package func openJournal() throws(JournalError) -> Journal {
        guard let recording, let path else {
            throw .notRecorded(why: problem?.message ?? "nothing is recorded: no recording was requested")
        }
        return try Journal(opening: recording.look { $0.rotation?.folder.ownPaths } ?? [path], name: path)
    }

    /// How many steps were reduced, and are not on file.
    package var missing: Int { recording?.look { $0.missing } ?? 0 }

    /// The number of the last step.
    package var seq: Int {
        guard let recording, !recording.isForked else { return 0 }
        return recording.look { $0.seq }
    }
}
