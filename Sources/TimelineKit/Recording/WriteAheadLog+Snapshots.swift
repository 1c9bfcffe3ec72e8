extension WriteAheadLog {
    /// A snapshot that is due. The caller encodes the state without the recorder's lock: an `encode(to:)` of the app may take a lock.
    struct SnapshotRequest: Equatable, Sendable {
        let seq: Int
        let at: Moment
        /// Each opaque step has a snapshot of its own. That of another step is dropped if a later one is on file first.
        let isOfOpaqueStep: Bool
        /// Whether another one must follow if this one is not written.
        let isRequired: Bool
        /// On the thread that dispatches: the state is small, or the snapshot must precede the next step.
        let isEncodedHere: Bool

        func line(_ state: StateText) -> Result<[UInt8], JSONCodingError> {
            state.map { LineWriter.line(.snapshot(Snapshot(seq: seq, at: at, state: $0))) }
        }
    }

    /// While one is pending, requests only that of an opaque step, and one that begins a segment that is overdue.
    mutating func requestSnapshot() -> SnapshotRequest? {
        guard gap == nil, !isFinished else { return nil }
        let isUrgent = schedule.isStateRequired || rotation?.isUrgent(length: file.length) == true
        guard isUrgent || pending == nil && (schedule.isDue(at: at) || isRotationDue) else { return nil }
        return makeRequest(isEncodedHere: isUrgent || schedule.isOfEachStep || schedule.isStateSmall)
    }

    private mutating func makeRequest(isEncodedHere: Bool) -> SnapshotRequest {
        let request = SnapshotRequest(
            seq: seq, at: at, isOfOpaqueStep: schedule.isStateRequired,
            isRequired: schedule.isRequired || pending?.isRequired == true, isEncodedHere: isEncodedHere)
        dropPending()
        pending = request
        schedule.requested(at: at)
        return request
    }

    /// Another step begins before the snapshot of an opaque one is on file: nested, or on another thread.
    mutating func leaveOpaqueStep(_ state: StateText?) {
        defer { schedule.missedState() }
        if isFinished { return }
        let isEncoded = pending?.seq == seq
        if let state {
            let request = isEncoded ? pending! : makeRequest(isEncodedHere: true)
            encoded(request, request.line(state))
        } else if !isEncoded {
            reportMissingSnapshot(of: seq, "the next step began before its reducer returned")
        }
    }

    // MARK: - Writing

    /// With the lock held: other threads would wait anyway, since Linux lets one thread at a time append to a file.
    mutating func encoded(_ request: SnapshotRequest, _ line: Result<[UInt8], JSONCodingError>) {
        guard pending == request else { return }
        pending = nil
        if request.seq == seq { schedule.missedState() }
        do {
            try write(line.get(), of: request.seq, isLate: request.seq != seq)
        } catch {
            schedule.failed(isRequired: request.isRequired, at: at)
            // Until the segment has grown again, the state is not encoded for the next one.
            if isRotationDue || rotation?.isUrgent(length: file.length) == true {
                rotation?.noteAttempt(length: file.length, at: at)
            }
            reportMissingSnapshot(of: request.seq, "\(error)")
        }
    }

    /// Begins the next segment where one is due, unless the file has later steps: the snapshot is late.
    mutating func write(_ snapshot: [UInt8], of seq: Int, isLate: Bool = false) throws(FileError) {
        checkFile()
        let isSegmentDue = isRotationDue || rotation != nil && (fileProblem != nil || file.isFull(for: snapshot.count))
        if isSegmentDue, isLate { rotation?.snapshotWasLate() }
        if !isSegmentDue || isLate || !beginSegment(at: seq, snapshot) {
            try file.append(snapshot)
            noteSnapshot(of: seq)
        }
        schedule.written(bytes: snapshot.count)
    }

    mutating func noteSnapshot(of seq: Int) {
        snapshots += 1
        sites.noteSnapshot()
        if pending?.seq == seq { pending = nil }
        dropPending()
        isSnapshotMissing = false
    }

    // MARK: - Missing snapshots

    mutating func dropPending() {
        guard let request = pending else { return }
        pending = nil
        if request.isOfOpaqueStep { reportMissingSnapshot(of: request.seq, "that of a later step was due first") }
    }

    /// Once, until another one is on file.
    mutating func reportMissingSnapshot(of seq: Int, _ why: String) {
        guard !isSnapshotMissing else { return }
        isSnapshotMissing = true
        problems.append(RecordingProblem(.snapshotMissing, step: seq, "the snapshot of step \(seq) is missing: \(why)"))
    }
}
