extension WriteAheadLog {
    /// Who encodes the snapshots of the backlog, without the recorder's lock: an `encode(to:)` of the app may take a lock.
    enum SnapshotWork {
        case none
        /// This thread: the state is small.
        case here
        /// This thread, all of them, before another step: the last begins the next segment, which is overdue.
        case allHere
        case onQueue
    }

    mutating func enqueueIfDue(_ encoding: () -> SnapshotBacklog.Encoding) -> SnapshotWork {
        guard gap == nil, !isFinished else { return .none }
        if let rotation, rotation.isUrgent(length: file.length) {
            replaceBacklog()
            enqueue(encoding())
            return .allHere
        }
        guard schedule.isDue(at: at) || backlog.isEmpty && isRotationDue else {
            return !backlog.isEmpty && isBacklogRetryDue() ? .onQueue : .none
        }
        let isSmall = schedule.isStateSmall && !schedule.isRequired
        enqueue(encoding())
        if isSmall { return .here }
        if backlog.isFull {
            reportOnce(
                .snapshotsBehind, step: seq,
                "snapshots of opaque steps come faster than the recorder encodes them: from step \(seq) on, the "
                    + "thread that dispatches encodes some of them")
        }
        return .onQueue
    }

    var hasQueueWork: Bool { durability == .timed || !obsoleteFiles.isEmpty }

    @discardableResult
    private mutating func enqueue(_ encode: @escaping SnapshotBacklog.Encoding) -> SnapshotBacklog.Request {
        let snapshot = SnapshotBacklog.Request(seq: seq, at: at, isOfOpaqueStep: schedule.isStateRequired)
        backlog.append(snapshot, isRequired: schedule.isRequired, size: schedule.size, encode)
        schedule.enqueued(at: at)
        return snapshot
    }

    /// Adds the snapshot of an opaque step during which another step begins: nested, or on another thread.
    mutating func enqueueStateBefore(_ before: StateText?) {
        if isFinished { return schedule.missedState() }
        guard let before else {
            schedule.missedState()
            return reportMissingSnapshot(ofOpaque: seq, "the next step began before its reducer returned")
        }
        let snapshot = enqueue { () throws(JSONCodingError) in try before.get() }
        encoded(snapshot, snapshot.line { () throws(JSONCodingError) in try before.get() })
    }

    // MARK: - Writing

    mutating func encoded(_ snapshot: SnapshotBacklog.Request, _ line: SnapshotBacklog.Line) {
        backlog.encoded(snapshot, line)
        writeBacklog()
    }

    private mutating func isBacklogRetryDue() -> Bool {
        guard backlog.first?.line != nil, backlogRetry.mayTry(at: at) else { return false }
        backlogRetry.wait(from: at)
        return true
    }

    /// With the lock held: other threads would wait anyway, since Linux lets one thread at a time append to a file.
    mutating func writeBacklog() {
        guard gap == nil, !isFinished, backlog.first?.line != nil else { return }
        checkFile()
        do throws(FileError) {
            try writeEncoded()
            backlogRetry = RetryDelay()
        } catch {
            while let first = backlog.first, first.line != nil, !first.snapshot.isOfOpaqueStep || backlog.isFull {
                giveUpFirst(error)
            }
            backlogRetry.wait(from: at)
        }
    }

    mutating func writeEncoded() throws(FileError) {
        while let entry = backlog.removeEncoded() {
            let line: [UInt8]
            do throws(JSONCodingError) { line = try entry.line!.get() } catch {
                giveUp(entry, error)
                continue
            }
            do throws(FileError) {
                let isFull = rotation != nil && entry.snapshot.seq == seq && file.isFull(for: line.count)
                if !(isFull ? beginSegment(at: seq, line) : rotate(at: entry.snapshot.seq, line)) {
                    try file.append(line)
                    noteSnapshot()
                }
            } catch {
                backlog.putBack(entry)
                throw error
            }
            schedule.written(bytes: line.count)
        }
    }

    /// A later snapshot replaces those that are not of opaque steps.
    mutating func replaceBacklog() {
        let entries = backlog.removeReplaceable()
        for entry in entries { schedule.failed(isRequired: entry.isRequired) }
        replaced += entries
    }

    mutating func finishBacklog() {
        do throws(FileError) { try writeEncoded() } catch {
            while backlog.first?.line != nil { giveUpFirst(error) }
        }
    }

    // MARK: - Missing snapshots

    mutating func noteSnapshot() {
        snapshots += 1
        sites.noteSnapshot()
        reportMissingSnapshots()
        isSnapshotMissing = false
    }

    private mutating func giveUpFirst(_ error: any Error) {
        if let entry = backlog.removeEncoded() { giveUp(entry, error) }
    }

    private mutating func giveUp(_ entry: SnapshotBacklog.Entry, _ error: any Error) {
        schedule.failed(isRequired: entry.isRequired)
        // Until the segment has grown again, the state is not encoded for the next one.
        if isRotationDue || rotation?.isUrgent(length: file.length) == true {
            rotation?.noteAttempt(length: file.length, at: at)
        }
        let seq = entry.snapshot.seq
        if entry.snapshot.isOfOpaqueStep {
            reportMissingSnapshot(ofOpaque: seq, "\(error)")
        } else {
            reportMissingSnapshot(of: seq, "\(error)")
        }
    }

    mutating func reportMissingSnapshot(of seq: Int, _ why: String) {
        guard !isSnapshotMissing else { return }
        isSnapshotMissing = true
        problems.append(
            RecordingProblem(.snapshotMissing, step: seq, "the snapshot of step \(seq) is missing: \(why)"))
    }

    /// Reports the first at once, and the number of others when the next snapshot is written.
    private mutating func reportMissingSnapshot(ofOpaque seq: Int, _ why: String) {
        if isSnapshotMissing { missingSnapshots = (missingSnapshots.count + 1, seq) }
        reportMissingSnapshot(of: seq, why)
    }

    mutating func reportMissingSnapshots() {
        let (count, last) = missingSnapshots
        missingSnapshots = (0, 0)
        if count == 0 { return }
        let which =
            count == 1
            ? "the snapshot of step \(last) is" : "\(count) more snapshots, the last that of step \(last), are"
        problems.append(RecordingProblem(.snapshotMissing, step: last, "\(which) missing, too"))
    }
}
