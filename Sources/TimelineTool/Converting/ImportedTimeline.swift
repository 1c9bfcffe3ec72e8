internal import TimelineDebugger
internal import TimelineKit

/// Writes the timeline that a file of another tool becomes.
final class ImportedTimeline {
    private let (program, version, session): (String, String, String)
    private let initialState: () throws -> JSON
    var losses = ConversionLosses()
    private(set) var steps = 0
    private var actions = 0
    private var snapshots = 0
    private var last = Moment.zero
    /// In microseconds since 1970; nil before the first time.
    private var base: Int64?
    var hasTimes: Bool { base != nil }
    private var spool: Spool

    /// - Parameters:
    ///   - session: The same for the same bytes.
    ///   - initialState: The state before the first action, where the file does not say.
    init(program: String, version: String, session: String, initialState: @escaping () throws -> JSON) throws {
        (self.program, self.version, self.session, self.initialState) = (program, version, session, initialState)
        spool = try Spool(named: TimelineExport.product)
    }

    /// - Parameters:
    ///   - state: nil if it is unknown.
    ///   - time: In microseconds since 1970; nil if it is unknown.
    func begin(_ state: JSON?, at time: Int64?) throws {
        base = time
        let header = Header(
            session: session, program: program, version: version, started: SystemInfo.timestamp(time ?? 0),
            platform: ["os": "unknown"], hasChecksums: true)
        try spool.append(LineWriter.header(header))
        try addSnapshot(try state ?? initialState())
    }

    /// - Parameter state: The state after the step; nil if it is unknown.
    func add(_ change: Step.Change, at time: Int64?, state: JSON?) throws {
        precondition(snapshots > 0, "a step before the first state")
        if let time {
            let at = Moment(microseconds: max(0, time - (base ?? time)))
            if at < last || time < base ?? time { losses.add(.decreasing) }
            last = max(last, at)
        }
        steps += 1
        if case .set = change {} else { actions += 1 }
        try spool.append(LineWriter.step(Step(seq: steps, at: last, change: change)))
        if let state { try addSnapshot(state) }
    }

    private func addSnapshot(_ state: JSON) throws {
        snapshots += 1
        try spool.append(LineWriter.line(.snapshot(Snapshot(seq: steps, at: last, state: JSONText(state.sorted)))))
    }

    func finish() throws -> FileBytes {
        try spool.append(LineWriter.line(.end(End(seq: steps, at: last, actions: actions, snapshots: snapshots))))
        return try spool.finish()
    }
}
