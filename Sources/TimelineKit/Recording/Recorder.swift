/// Records an app: writes each action to a file before its reducer runs.
///
/// Wrap the root reducer of your store:
///
///     let recorder = Recorder(program: CounterProgram(), in: folder)
///     let reducer = recorder.recording(counterReducer)
///
/// or, with `Store`, add `recorder.middleware` as the last middleware. At the end of the run call `finish()`.
///
/// **Threads.** All methods may be called from any thread. Steps are numbered in the order of the calls of `begin`.
///
/// **Cost.** `begin` encodes the action and makes one `write(2)` on the calling thread. A snapshot of up to about 4 KB, and that of
/// an action that cannot be encoded, is encoded by the thread that calls `commit`, a larger one on a queue of the recorder.
///
/// **Problems.** Nothing throws, and nothing stops the app. Where the recording cannot begin, nothing is recorded, every
/// method does nothing, and `problem` holds the reason. If writing fails later, the recorder calls
/// `RecorderOptions.onProblem`. When writing works again, it writes a line that names the missing steps, and a snapshot.
public final class Recorder<State: Codable & Equatable & Sendable, Action>: Sendable {
    /// The file, or the folder of segments; nil if nothing is recorded.
    public let path: String?

    /// Why nothing is recorded; nil if the recording began, or none was requested.
    public let problem: RecordingProblem?

    /// The first state of the recording. Begin the store with it where each `initialState` of a program has new identifiers.
    public let initialState: State

    private let recording: LockedWriteAheadLog?
    private let values: ValueRecorder?
    private let last: LastState<State>
    /// Nil if the first state was not made by a program.
    private let programType: Any.Type?
    let encoding: ActionEncoding<Action>
    let redactor: RecordingRedactor
    package let onProblem: @Sendable (RecordingProblem) -> Void
    let origins = OriginTracker()
    package let attachment = Attachment<State, Action>()

    /// Begins a recording of `program`.
    ///
    ///     Recorder(program: CounterProgram(), in: folder)
    ///     Recorder(program: CounterProgram(), in: .file("run.jsonl"))
    ///     Recorder(program: CounterProgram(), in: .requested)
    ///
    /// Where the recording cannot begin, nothing is recorded, `problem` holds the reason, and `options.onProblem` receives
    /// it. A file that exists is left untouched.
    public convenience init(
        program: some Program<State, Action>, in destination: RecordingDestination,
        options: RecorderOptions = RecorderOptions()
    ) {
        self.init(
            program: program.name, version: program.version, initialState: program.initialState,
            generatesValues: program.generatesValues, in: destination, options: options, run: .fresh(),
            encoding: .of(program), programType: type(of: program))
    }

    /// Begins a flight recorder in a folder: `in: .folder(folder)`.
    public convenience init(
        program: some Program<State, Action>, in folder: String, options: RecorderOptions = RecorderOptions()
    ) {
        self.init(program: program, in: .folder(folder), options: options)
    }

    /// Begins a recording of a store whose actions are of many types, `any Action`, as in ReSwift.
    ///
    /// JSON does not distinguish the types, so the recorder writes the corresponding action of `program`:
    ///
    ///     enum CounterAction: Codable {
    ///         case increase(Increase)
    ///         case reset(Reset)
    ///
    ///         init?(_ action: any Action) { … }
    ///         var action: any Action { … }   // if actions are classes: what `Program.reduce` passes to the reducer of the app
    ///     }
    ///
    ///     let recorder = Recorder(program: CounterProgram(), in: folder, action: CounterAction.init)
    ///
    /// - Parameters:
    ///   - action: Returns the program's action for an action of the store. Where it returns nil, the recorder writes the
    ///     action's description, and a snapshot.
    public convenience init<P: Program<State, ProgramAction>, ProgramAction>(
        program: P, in destination: RecordingDestination, options: RecorderOptions = RecorderOptions(),
        action: @escaping @Sendable (Action) -> ProgramAction?
    ) {
        self.init(
            program: program.name, version: program.version, initialState: program.initialState,
            generatesValues: program.generatesValues, in: destination, options: options, run: .fresh(),
            encoding: .converting(action))
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
    /// For an action that is not `Encodable`, or that fails to encode, it writes the action's description, and a snapshot.
    public convenience init(
        program: String, version: String, initialState: State, in destination: RecordingDestination,
        options: RecorderOptions = RecorderOptions()
    ) {
        self.init(
            program: program, version: version, initialState: initialState, in: destination, options: options,
            run: .fresh())
    }

    package init(
        program: String, version: String, initialState: State, generatesValues: Bool = false,
        in destination: RecordingDestination, options: RecorderOptions, run: RunIdentity,
        encoding: ActionEncoding<Action> = .dynamic, programType: Any.Type? = nil, layer: any FileLayer = SystemFiles()
    ) {
        let resolved = destination.resolved
        let path = resolved?.destination.path
        let onProblem =
            options.onProblem ?? { problem in
                let suffix = path.map { problem.message.contains($0) ? "" : " (\($0))" } ?? ""
                StandardError.write("timeline: \(problem)\(suffix)")
            }
        var redactor = RecordingRedactor()
        var recording: LockedWriteAheadLog?
        var problem: RecordingProblem?
        if let resolved {
            let start = RecordingStart(
                program: program, version: version, generatesValues: generatesValues,
                destination: resolved.destination, options: options, run: run, layer: layer, onProblem: onProblem)
            do throws(RecordingStart.StartError) {
                redactor = try start.redactor()
                recording = try start.begin(
                    redactor.note, reporting: encoding.tagConflicts.map { RecordingProblem(.actionTypesClash, $0) }
                ) {
                    () throws(JSONCodingError) in try redactor.encode(state: initialState)
                }
            } catch {
                problem = error.problem
            }
        }
        self.path = recording == nil ? nil : path
        (self.problem, self.onProblem, self.recording) = (problem, onProblem, recording)
        values = recording.map { ValueRecorder($0, redactor, isDeclared: generatesValues) }
        self.redactor = redactor
        self.encoding = recording == nil ? .none : encoding
        self.initialState = initialState
        last = LastState(initialState)
        self.programType = programType
        if resolved?.isRequested == true { RecordingRequest.note(problem) }
        if let problem, options.reportsStart { onProblem(problem) }
    }

    /// Ends the recording: writes a last snapshot and the `end` line. Later actions are not recorded.
    ///
    /// In a forked child, this and all other methods do nothing.
    public func finish() {
        guard let recording, !recording.isForked else { return }
        recording.waitForSnapshots()
        // A step that begins while the state is encoded makes it obsolete; after some of them, it is not written.
        var isEnded = false
        for attempt in 1...8 where !isEnded {
            let (seq, state) = recording.read { ($0.seq, $0.needsLastSnapshot ? last.known : nil) }
            let text = state.map(encoded)
            isEnded = recording.update { log in
                let isLast = log.seq == seq
                if isLast || attempt == 8 { log.finish(isLast ? text : nil) }
                return log.isFinished
            }
        }
        recording.flush()
    }

    /// Names the position after the last step. `timeline` finds it as `%name`.
    public func mark(_ name: String) {
        guard let recording, !recording.isForked else { return }
        recording.update { $0.mark(name) }
    }

    /// Records that the work that step `seq` started, such as a request, was canceled before its last result. `Store` calls it; for stores
    /// of your own. Call it once, and not where the work has ended.
    public func canceled(_ seq: Int) {
        guard let recording, !recording.isForked else { return }
        recording.update { $0.canceled(seq) }
    }

    // MARK: - The primitive

    /// Writes an action before it is reduced.
    ///
    /// For stores that no wrapper fits: call `begin`, the reducer, then `commit`.
    ///
    /// - Parameters:
    ///   - state: The state that the reducer receives. If it differs from the state after the last step, the recorder first
    ///     writes it in a `set` line.
    ///   - from: What dispatched the action. The default is the origin that `ActionOrigin` or `effects` supplies, with its
    ///     cause; otherwise `user`.
    ///   - cause: The number of the step that led to this action.
    ///   - site: The line of code that dispatched it. The default is the one that `dispatching` supplies.
    /// - Returns: The number of the step, for `commit`.
    public func begin(
        _ action: Action, in state: State? = nil, from: Origin? = nil, cause: Int? = nil, site: DispatchSite? = nil
    ) -> Int {
        // No optional state is passed on: generic code would look up the metadata of its type for each action.
        if let state { return beginStep(action, in: state, from: from, cause: cause, site: site).seq }
        return beginStep(action, from: from, cause: cause, site: site) { change, origin, recording in
            // Released without the lock.
            var state: State?
            let seq = recording.update { log in
                state = last.known
                if state != nil, log.needsState(before: change) { return 0 }
                last.forget()
                return log.begin(change, from: origin.from, cause: origin.cause, site: origin.site, before: nil)
            }
            guard seq == 0, let state else { return seq }
            return begin(change, origin, recording, state, isHandedOver: false)
        }.seq
    }

    func beginStep(
        _ action: Action, in state: State, from: Origin? = nil, cause: Int? = nil, site: DispatchSite? = nil
    ) -> (seq: Int, from: Origin, cause: Int?) {
        beginStep(action, from: from, cause: cause, site: site) { change, origin, recording in
            let seq = recording.update { log in
                if last.mayDiffer(from: state) || log.needsState(before: change) { return 0 }
                last.forget()
                return log.begin(change, from: origin.from, cause: origin.cause, site: origin.site, before: nil)
            }
            return seq > 0 ? seq : begin(change, origin, recording, state, isHandedOver: true)
        }
    }

    /// The app's `==` and `encode(to:)` run without the lock, so another step may begin before they return. Then a state that the reducer
    /// receives is not the one that this step left.
    @inline(never) private func begin(
        _ change: BorrowedChange, _ origin: OriginTracker.Found, _ recording: LockedWriteAheadLog, _ state: State,
        isHandedOver: Bool
    ) -> Int {
        let (seq, before) = recording.read { ($0.seq, last.mayDiffer(from: state) ? last.known : nil) }
        let differs = before.map { $0 != state } ?? false
        let isRequested = recording.update { differs ? false : $0.requestState(before: change) }
        let text = differs || isRequested ? encoded(state) : nil
        return recording.update { log in
            defer { if isRequested { log.isStateRequested = false } }
            let isObsolete = log.seq != seq
            if let text, isHandedOver, differs || isObsolete { log.set(text, by: Step.outside) }
            last.forget()
            return log.begin(
                change, from: origin.from, cause: origin.cause, site: origin.site,
                before: isHandedOver || !isObsolete ? text : nil)
        }
    }

    private func encoded(_ state: State) -> WriteAheadLog.StateText {
        Result { () throws(JSONCodingError) in try redactor.encode(state: state) }
    }

    @inline(__always)
    private func beginStep(
        _ action: Action, from: Origin?, cause: Int?, site: DispatchSite?,
        _ write: (BorrowedChange, OriginTracker.Found, LockedWriteAheadLog) -> Int
    ) -> (seq: Int, from: Origin, cause: Int?) {
        guard let recording else { return (0, from ?? .user, cause) }
        if recording.isForked {
            recording.reportFork()
            return (0, from ?? .user, cause)
        }
        var seq = 0
        var origin: OriginTracker.Found = (from: from ?? .user, cause: cause, site: site)
        encoding.withChange(action, redactor) { change in
            if origins.isUsed {
                let found = origins.origin(of: change, cause)
                if from == nil { (origin.from, origin.cause) = (found.from, found.cause) }
                origin.site = site ?? found.site
            }
            seq = write(change, origin, recording)
            if change.isOpaque { report(change, of: action, at: seq, recording) }
        }
        if origins.isUsed { origins.recorded(as: seq) }
        return (seq, origin.from, origin.cause)
    }

    package func origin(of action: Action) -> (from: Origin, cause: Int?) {
        var origin: (from: Origin, cause: Int?) = (.user, nil)
        guard origins.isUsed else { return origin }
        encoding.withChange(action, redactor) { change in
            let found = origins.origin(of: change, nil)
            origin = (found.from, found.cause)
        }
        return origin
    }

    /// The last step and the state after it; nil while a reducer runs.
    package var lastKnown: (seq: Int, state: State)? {
        guard let recording else { return last.known.map { (0, $0) } }
        return recording.read { log in last.known.map { (log.seq, $0) } }
    }

    /// The state that a program of `type` made for this recorder; nil once a step was recorded.
    package func firstState(of type: Any.Type) -> State? {
        programType == type ? lastKnown.flatMap { $0.seq == 0 ? $0.state : nil } : nil
    }

    @inline(never) private func report(
        _ change: BorrowedChange, of action: Action, at seq: Int, _ recording: LockedWriteAheadLog
    ) {
        guard case .opaque(_, let error) = change else { return }
        recording.update { $0.reportOpaque(type(of: action as Any), at: seq, error) }
    }

    /// Calls the reducer of a step, and records the values that it generates.
    ///
    /// For stores that no wrapper fits and whose reducer uses `Generated`: call `begin`, this with the reducer, then `commit`.
    @inline(__always)
    public func withGeneratedValues<Result>(ofStep seq: Int, _ reducer: () throws -> Result) rethrows -> Result {
        // In a forked child, or where nothing is recorded, the number is 0.
        guard let values, seq > 0 else { return try reducer() }
        return try GeneratedScope.reduce(values, seq: seq, reducer)
    }

    /// Notes that the reducer returned from step `seq`, with `state` as the result.
    public func commit(_ seq: Int, _ state: State) {
        guard let recording, !recording.isForked else { return }
        let snapshot = recording.update { log -> WriteAheadLog.SnapshotRequest? in
            guard log.commit(seq) else { return nil }
            last.keep(state)
            return log.requestSnapshot()
        }
        if let snapshot {
            recording.write(snapshot) { [redactor] () throws(JSONCodingError) in try redactor.encode(state: state) }
        }
        attachment.current?.stepEnded(seq, state)
    }

    /// Records a state that was set from outside the reducer.
    ///
    /// - Parameter by: What set it: `restore`, `hotReload`.
    public func set(_ state: State, by: String) {
        guard let recording, !recording.isForked else { return }
        let text = encoded(state)
        // The old state is released without the lock.
        _ = recording.update { log -> State? in
            defer { last.keep(state) }
            log.set(text, by: by)
            return last.known
        }
    }

    package func waitForSnapshots() { recording?.waitForSnapshots() }

    /// The segments; empty if nothing is recorded.
    package var files: [String] {
        guard let recording, let path else { return [] }
        return recording.read { $0.rotation?.folder.ownPaths } ?? [path]
    }

    package var missing: Int { recording?.read { $0.missing } ?? 0 }
    package var seq: Int { lastStep?.seq ?? 0 }

    package var lastStep: (seq: Int, at: Moment)? {
        guard let recording, !recording.isForked else { return nil }
        return recording.read { ($0.seq, $0.at) }
    }
}

final class ValueRecorder: GeneratedValueSource, Sendable {
    private let recording: LockedWriteAheadLog
    private let redactor: RecordingRedactor
    private let isDeclared: Bool

    init(_ recording: LockedWriteAheadLog, _ redactor: RecordingRedactor, isDeclared: Bool) {
        (self.recording, self.redactor, self.isDeclared) = (recording, redactor, isDeclared)
    }

    func value<Value: Codable & Sendable>(
        _ name: String, ofStep seq: Int, isValid: (Value) -> Bool, make: () -> Value,
        seeded: (inout SeededGenerator) -> Value?
    ) -> Value {
        let value = make()
        if isDeclared {
            let text = Result { () throws(JSONCodingError) in try redactor.encode(value: value) }
            recording.update { $0.generated(text, name, ofStep: seq) }
        } else {
            recording.update { $0.reportUndeclared(name, at: seq) }
        }
        return value
    }
}
