internal import TimelineJournal
internal import TimelineKit

extension ReplicaCore {
    struct Divergence: Sendable {
        let replica: String
        let clock: Int
        let start: State
        let changes: [Change]
        let state: State
    }
}

extension ReplicaCore.Divergence where State: Codable, Action: Codable {
    func timeline(
        program: String, version: String, _ encoding: RealEncoding
    ) throws(RealEncoding.Error) -> [UInt8] {
        let run = RunIdentity.fresh()
        var bytes = LineWriter.header(
            Header(
                session: run.session, program: program, version: version, started: run.started,
                platform: RunIdentity.platform))
        bytes += LineWriter.snapshot(
            TimelineJournal.Snapshot(seq: 0, at: .zero, state: try encoding.encode(start, as: .state)))
        for (index, change) in changes.enumerated() {
            let encoded = try change.kind.encoded(encoding, by: change.origin)
            bytes += LineWriter.step(
                Step(seq: index + 1, at: .zero, change: encoded, from: change.isSet ? nil : change.origin))
        }
        let last = changes.count
        bytes += LineWriter.snapshot(
            TimelineJournal.Snapshot(seq: last, at: .zero, state: try encoding.encode(state, as: .state)))
        let actions = changes.count { !$0.isSet }
        return bytes + LineWriter.end(End(seq: last, at: .zero, actions: actions, snapshots: 2))
    }
}
