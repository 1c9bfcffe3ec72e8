internal import TimelineJSON
internal import TimelineJournal

extension RecordingCore {
    var isRotationDue: Bool { rotation?.isDue(length: file.length, at: at) ?? false }

    /// Goes on in the next segment, which begins with this snapshot. Returns whether it did: the snapshot must be of the
    /// last step, since what follows it stands in the new segment.
    mutating func rotate(at seq: Int, _ snapshot: [UInt8]) -> Bool {
        guard isRotationDue || told.contains(.deleted), var rotation else { return false }
        guard seq == self.seq else {
            self.rotation?.cameTooLate()
            return false
        }
        lookAfterFile()
        let litter = rotation.drop(length: file.length, toMakeRoomFor: snapshot.count, at: at)
        let (path, lines) = rotation.next(snapshot)
        do throws(FileError) {
            let next = try JournalFile.begin(path, lines: lines, layer: layer)
            if file.length != syncedLength { unsyncedSegments.append(file.handle) }
            file = next
        } catch {
            if !isSegmentMissing {
                problems.append(RecordingProblem(.segmentMissing, step: seq, "the next segment is missing: \(error)"))
            }
            isSegmentMissing = true
            // What is over the limits goes all the same: it may be what the next try needs the room of.
            rotation.begunInVain(length: file.length, at: at)
            self.rotation = rotation
            self.litter += litter
            return false
        }
        syncedLength = 0
        isSegmentMissing = false
        told = []
        rotation.began(first: seq, length: file.length, at: at)
        self.rotation = rotation
        self.litter += litter
        noteSnapshot()
        // Until the new page is there, the old one tells the same; and where it cannot be made, that the run has not ended.
        do throws(FileError) {
            let next = try StatusPage(beside: path, session: session, reduced: reduced)
            page?.remove()
            page = consume next
            isPageMissing = false
        } catch {
            if !isPageMissing {
                problems.append(
                    RecordingProblem(
                        .statusMissing, "whether the last reducer returned will not be known after a crash: \(error)"))
            }
            isPageMissing = true
        }
        return true
    }

    /// Begins the next segment with `state` before anything else is dispatched: a snapshot that was encoded elsewhere came
    /// too late. Returns whether it did.
    mutating func rotateAtOnce(_ state: StateText) -> Bool {
        do {
            // Snapshots of steps of this segment have no place in the next.
            try settleBacklog()
            let line = LineWriter.snapshot(Snapshot(seq: seq, at: at, state: try state()))
            guard rotate(at: seq, line) else { return false }
            schedule.confirmed(bytes: line.count)
            return true
        } catch {
            rotation?.begunInVain(length: file.length, at: at)
            if error is JSONCodingError { tellMissingSnapshot(of: seq, "\(error)") }
            return false
        }
    }

    /// What is to be removed, once the lock is free and what replaces it is synced.
    mutating func takeLitter() -> [String] {
        defer { litter = [] }
        return litter
    }
}
