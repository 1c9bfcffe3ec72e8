internal import TimelineKit

/// Appends new changes by one `write(2)`; replaces the file if lines in it are outdated. Not thread-safe.
struct ReplicaLogWriter<State: Codable & Sendable, Action: Codable & Sendable> {
    typealias Log = ReplicaLog<State, Action>

    struct Identity {
        let program: String
        let version: String
        let mode: String
        var session, started: String
    }

    private let path: String
    private let identity: Identity
    private let encoding: RealEncoding
    /// The log as it is in the file; nil if the file must be replaced.
    private var written: (epoch: Log.Epoch, dropped: Int, last: Int, status: Int, seen: [String: Int])?
    /// After the last write: a file with another one is replaced.
    private var fingerprint: FileStatus?

    init(_ path: String, _ identity: Identity, _ encoding: RealEncoding) {
        (self.path, self.identity, self.encoding) = (path, identity, encoding)
    }

    mutating func write(_ log: Log) throws {
        var known = written
        if known?.epoch != log.epoch || known?.dropped != log.dropped || (known?.last ?? 0) > log.last
            || FileStatus(path) != fingerprint
        {
            known = nil
        }
        written = nil
        let new = log.changes.drop { $0.number <= known?.last ?? 0 }
        let status = log.status.flatMap { $0.number > known?.status ?? 0 ? $0 : nil }
        let lines = try text(of: new, status, after: known?.seen ?? [:])
        if known == nil {
            try PrivateFile.write(header(of: log) + lines, to: path)
        } else if !lines.isEmpty {
            try FileDescriptor(path, for: .appending).write(lines)
        }
        written = (log.epoch, log.dropped, log.last, log.status?.number ?? 0, log.changes.last?.seen ?? [:])
        fingerprint = FileStatus(path)
    }

    private func header(of log: Log) throws -> [UInt8] {
        let replica = Log.Info(id: log.id, mode: identity.mode, epoch: log.epoch)
        let header = Header(
            session: identity.session, program: identity.program, version: identity.version, started: identity.started,
            platform: RunIdentity.platform,
            other: [
                JSONObject.Member(key: "requires", value: ["replica"]),
                JSONObject.Member(key: "replica", value: try JSONCoding.encode(replica).value),
            ], hasChecksums: true)
        let state = try encoding.encode(log.start, as: .state)
        return LineWriter.header(header)
            + LineWriter.line(.snapshot(Snapshot(seq: log.dropped, at: log.droppedAt, state: state)))
    }

    private func text(of changes: ArraySlice<Log.Change>, _ status: Log.Status?, after seen: [String: Int]) throws
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        var seen = seen
        for change in changes {
            var order = [JSONObject.Member(key: "clock", value: .number(JSONNumber(change.clock)))]
            if change.seen != seen {
                order.append(JSONObject.Member(key: "seen", value: try JSONCoding.encode(change.seen).value))
            }
            seen = change.seen
            let content: Step.Change =
                switch change.kind {
                case .action(let action): .action(try encoding.encode(action, as: .action))
                case .set(let state, let by): .set(try encoding.encode(state, as: .state), by: by)
                }
            let step = Step(seq: change.number, at: change.at, change: content, from: change.from)
            bytes += LineWriter.step(step, adding: order)
        }
        if let status, let line = try JSONCoding.encode(Log.StatusLine(replica: status)).value.object {
            bytes += LineWriter.other(line)
        }
        return bytes
    }
}
