internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

extension RecordingCore {
    /// The last step left this state. Hands it over where a snapshot of it is due.
    ///
    /// - Parameter encoding: Makes what encodes the state later, on another thread.
    /// - Returns: Whether `LockedRecording.encodeSnapshots` has something to do.
    mutating func handOverIfDue(_ state: StateText, encoding: () -> SnapshotBacklog.Encoding) -> Bool {
        guard gap == nil, !isFinished else { return false }
        if let rotation, rotation.isPressing(length: file.length), rotateAtOnce(state) { return false }
        guard schedule.isDue(at: at) || backlog.isEmpty && isRotationDue else {
            return !backlog.isEmpty && isBacklogRetryDue()
        }
        handOver(encoding())
        if backlog.isFull, !isBehind {
            isBehind = true
            problems.append(
                RecordingProblem(
                    .snapshotsBehind, step: seq,
                    "snapshots of opaque steps come faster than the recorder encodes them: from step \(seq) on, the "
                        + "thread that dispatches encodes some of them"))
        }
        return true
    }

    private mutating func handOver(_ encode: @escaping SnapshotBacklog.Encoding) {
        let snapshot = SnapshotBacklog.Request(seq: seq, at: at, isOfOpaqueStep: schedule.isStateOwed)
        backlog.append(snapshot, isOwed: schedule.isOwed, size: schedule.size, encode)
        schedule.handedOver(at: at)
    }

    /// Another step follows an opaque one whose reducer has not returned: in a nested dispatch, or on another thread.
    ///
    /// - Parameters:
    ///   - isKnown: Whether `before` may be asked. Where it may not, the state that the opaque step left is unknown.
    ///   - before: The state that the next reducer is given. In the order of the file, the opaque step left it.
    mutating func settleStateOwed(isKnown: Bool, _ before: StateText) {
        if isFinished { return schedule.missedState() }
        guard isKnown else {
            schedule.missedState()
            return reportMissingSnapshot(ofOpaque: seq, "the next step began before its reducer returned")
        }
        let text = Result { () throws(JSONCodingError) in try before() }
        handOver { () throws(JSONCodingError) in try text.get() }
        encodeBacklog()
        writeBacklog()
    }

    // MARK: - Writing

    /// The text of a snapshot that was handed over. Those before it may have none yet: then it waits for them.
    mutating func encoded(_ snapshot: SnapshotBacklog.Request, _ text: SnapshotBacklog.Text) {
        backlog.encoded(snapshot, text)
        writeBacklog()
    }

    /// Whether the first snapshot found no room, and it is time to try again.
    private mutating func isBacklogRetryDue() -> Bool {
        guard backlog.first?.text != nil, backlogRetry.mayTry(at: at) else { return false }
        backlogRetry.wait(from: at)
        return true
    }

    /// Writes what is encoded, in the order of the steps. That of an opaque step waits where it finds no room.
    mutating func writeBacklog() {
        guard gap == nil, !isFinished, backlog.first?.text != nil else { return }
        checkFile()
        do throws(FileError) {
            try writeEncoded()
            backlogRetry = RetryDelay()
        } catch {
            while let first = backlog.first, first.text != nil, !first.snapshot.isOfOpaqueStep || backlog.isFull {
                giveUpFirst(error)
            }
            backlogRetry.wait(from: at)
        }
    }

    private mutating func writeEncoded() throws(FileError) {
        while let entry = backlog.removeEncoded() {
            let (snapshot, line): (SnapshotBacklog.Request, [UInt8])
            do throws(JSONCodingError) {
                snapshot = entry.snapshot
                line = LineWriter.snapshot(
                    Snapshot(seq: snapshot.seq, at: snapshot.at, state: try entry.text!.get()))
            } catch {
                giveUp(entry, error)
                continue
            }
            do throws(FileError) {
                if !rotate(at: snapshot.seq, line) {
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

    /// Writes the snapshots of opaque steps before a later snapshot is written, and gives up others, which it replaces.
    mutating func settleBacklog() throws(FileError) {
        for entry in backlog.removeReplaceable() { schedule.failed(isOwed: entry.isOwed) }
        encodeBacklog()
        try writeEncoded()
    }

    /// Writes what there is before the end of the recording. What finds no room is missing.
    mutating func finishBacklog() {
        encodeBacklog()
        do throws(FileError) { try writeEncoded() } catch {
            while backlog.first != nil { giveUpFirst(error) }
        }
    }

    /// Encodes with the lock held: nothing else may be written before these.
    private mutating func encodeBacklog() {
        while let (snapshot, encode) = backlog.takeAny() {
            backlog.encoded(snapshot, Result { () throws(JSONCodingError) in try encode() })
        }
    }

    // MARK: - What is missing

    mutating func noteSnapshot() {
        snapshots += 1
        reportMissingSnapshots()
        isSnapshotMissing = false
        unplacedSnapshot = nil
    }

    private mutating func giveUpFirst(_ error: any Error) {
        if let entry = backlog.removeEncoded() { giveUp(entry, error) }
    }

    private mutating func giveUp(_ entry: SnapshotBacklog.Entry, _ error: any Error) {
        schedule.failed(isOwed: entry.isOwed)
        let seq = entry.snapshot.seq
        if entry.snapshot.isOfOpaqueStep {
            reportMissingSnapshot(ofOpaque: seq, "\(error)")
        } else if error is FileError {
            unplacedSnapshot = unplacedSnapshot ?? Self.missingSnapshot(of: seq, "\(error)")
        } else {
            reportMissingSnapshot(of: seq, "\(error)")
        }
    }

    mutating func reportUnplacedSnapshot() {
        guard let unplacedSnapshot else { return }
        if !isSnapshotMissing { problems.append(unplacedSnapshot) }
        isSnapshotMissing = true
        self.unplacedSnapshot = nil
    }

    mutating func reportMissingSnapshot(of seq: Int, _ why: String) {
        guard !isSnapshotMissing else { return }
        isSnapshotMissing = true
        problems.append(Self.missingSnapshot(of: seq, why))
    }

    /// The state after an opaque step cannot be known. Reports the first at once, and the number of others once the next
    /// snapshot is on file.
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

    private static func missingSnapshot(of seq: Int, _ why: String) -> RecordingProblem {
        RecordingProblem(.snapshotMissing, step: seq, "the snapshot of step \(seq) is missing: \(why)")
    }
}
