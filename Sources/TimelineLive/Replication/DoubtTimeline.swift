internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit
internal import TimelineSystem

/// How a replica came to a state that another did not come to, as a timeline: a snapshot, the changes in their order, each
/// from its replica, and the state that they led to here.
package struct DoubtTimeline<State: Codable & Sendable, Action: Codable & Sendable> {
    private let doubt: ReplicaDoubt<State, Action>
    private let program: String
    private let version: String
    private let encoding: RealEncoding

    package init(_ doubt: ReplicaDoubt<State, Action>, program: String, version: String, _ encoding: RealEncoding) {
        self.doubt = doubt
        self.program = program
        self.version = version
        self.encoding = encoding
    }

    /// Replaces the one of an earlier alarm.
    package func write(to path: String, in folder: String) throws(SharingFailure) {
        let bytes: [UInt8]
        do throws(RealEncoding.Failure) { bytes = try lines() } catch { throw .encoding(error) }
        do throws(FileError) { try PrivateFile.write(bytes, to: path) } catch { throw .file(error) }
    }

    private func lines() throws(RealEncoding.Failure) -> [UInt8] {
        let run = RunIdentity.fresh()
        var bytes = LineWriter.header(
            Header(
                session: run.session, program: program, version: version, started: run.started,
                platform: RunIdentity.platform))
        bytes += LineWriter.snapshot(Snapshot(seq: 0, at: .zero, state: try encoding.encode(doubt.start, as: .state)))
        var actions = 0
        for (index, change) in doubt.changes.enumerated() {
            let step: Step
            switch change.kind {
            case .action(let action):
                actions += 1
                step = Step(
                    seq: index + 1, at: .zero, change: .action(try encoding.encode(action, as: .action)),
                    from: change.origin)
            case .set(let state, _):
                step = Step(
                    seq: index + 1, at: .zero, change: .set(try encoding.encode(state, as: .state), by: change.origin))
            }
            bytes += LineWriter.step(step)
        }
        let last = doubt.changes.count
        bytes += LineWriter.snapshot(
            Snapshot(seq: last, at: .zero, state: try encoding.encode(doubt.state, as: .state)))
        return bytes + LineWriter.end(End(seq: last, at: .zero, actions: actions, snapshots: 2))
    }
}
