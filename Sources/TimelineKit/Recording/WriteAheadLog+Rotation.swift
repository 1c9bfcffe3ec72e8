internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

extension WriteAheadLog {
    var isRotationDue: Bool { rotation?.isDue(length: file.length, at: at) ?? false }

    /// Begins the next segment with this snapshot, if it is of the last step. Returns whether it did.
    mutating func rotate(at seq: Int, _ snapshot: [UInt8]) -> Bool {
        guard isRotationDue || reported.contains(.fileDeleted), var rotation else { return false }
        guard seq == self.seq else {
            self.rotation?.snapshotWasLate()
            return false
        }
        checkFile()
        let obsoleteFiles = rotation.drop(length: file.length, toMakeRoomFor: snapshot.count, at: at)
        let (path, lines) = rotation.next(snapshot)
        do throws(FileError) {
            let next = try JournalFile.begin(path, lines: lines, layer: layer)
            if file.length != syncedLength { unsyncedSegments.append(file.handle) }
            file = next
        } catch {
            reportOnce(.segmentNotCreated, step: seq, "the next segment was not created: \(error)")
            // The next attempt may need the space of the files over the limits.
            rotation.noteAttempt(length: file.length, at: at)
            self.rotation = rotation
            self.obsoleteFiles += obsoleteFiles
            return false
        }
        syncedLength = 0
        reported.subtract([.segmentNotCreated, .fileDeleted, .fileClosed, .fileExtended, .fileTruncated])
        rotation.began(first: seq, length: file.length, at: at)
        self.rotation = rotation
        self.obsoleteFiles += obsoleteFiles
        noteSnapshot()
        // The old page stays until the new one exists: it shows that the run has not ended.
        do throws(FileError) {
            let next = try StatusPage(beside: path, session: session, reduced: reduced)
            page?.remove()
            page = consume next
            reported.remove(.statusNotWritten)
        } catch {
            reportOnce(.statusNotWritten, "whether the last reducer returned will not be known after a crash: \(error)")
        }
        return true
    }

    /// Encodes `state` on the dispatching thread and begins the next segment with it. Returns whether it did.
    mutating func rotateNow(_ state: StateText) -> Bool {
        do {
            // Snapshots in the backlog belong to the current segment.
            try flushBacklog()
            let line = LineWriter.snapshot(Snapshot(seq: seq, at: at, state: try state()))
            guard rotate(at: seq, line) else { return false }
            schedule.confirmed(bytes: line.count)
            return true
        } catch {
            rotation?.noteAttempt(length: file.length, at: at)
            if error is JSONCodingError { reportMissingSnapshot(of: seq, "\(error)") }
            return false
        }
    }

    /// The files to remove, without the lock and after the segments that replace them are synced.
    mutating func takeObsoleteFiles() -> [String] {
        defer { obsoleteFiles = [] }
        return obsoleteFiles
    }
}
