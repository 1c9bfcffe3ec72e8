extension WriteAheadLog {
    var isRotationDue: Bool { rotation?.isDue(length: file.length, at: at) ?? false }

    mutating func beginSegment(at seq: Int, _ snapshot: [UInt8]) -> Bool {
        guard var rotation else { return false }
        checkFile()
        var obsoleteFiles: [String] = []
        do throws(FileError) {
            try rotation.folder.prepare()
            obsoleteFiles = rotation.drop(length: file.length, toMakeRoomFor: snapshot.count, at: at)
            let (path, lines) = rotation.next(snapshot)
            let next = try JournalFile.begin(path, lines: lines, layer: layer, isSegment: true)
            continueRecording(in: next, dropping: obsoleteFiles)
        } catch {
            reportOnce(.segmentNotCreated, step: seq, "the next segment was not created: \(error)")
            // The next attempt may need the space of the files over the limits.
            rotation.noteAttempt(length: file.length, at: at)
            self.rotation = rotation
            self.obsoleteFiles += obsoleteFiles
            return false
        }
        reported.remove(.segmentNotCreated)
        fileProblem = nil
        rotation.began(first: seq, length: file.length, at: at)
        self.rotation = rotation
        self.obsoleteFiles += obsoleteFiles
        noteSnapshot(of: seq)
        // The old page stays until the new one exists: it shows that the run has not ended.
        do throws(FileError) {
            let next = try StatusPage(beside: file.path, session: session, reduced: reduced)
            page?.remove()
            page = consume next
            reported.remove(.statusNotWritten)
        } catch {
            reportStatus(error)
        }
        return true
    }

    /// Begins the next segment because the limit on the size of files leaves no room for the current step.
    mutating func rotateBeforeStep(_ before: StateText) {
        guard rotation != nil, gap == nil, let state = try? before.get() else { return }
        let line = LineWriter.line(.snapshot(Snapshot(seq: seq - 1, at: at, state: state)))
        if beginSegment(at: seq - 1, line) { schedule.confirmed(bytes: line.count) }
    }

    /// The files to remove, without the lock and after the segments that replace them are synced.
    mutating func takeObsoleteFiles() -> [String] {
        if obsoleteFiles.isEmpty { return [] }
        defer { obsoleteFiles = [] }
        do throws(FileError) { try rotation?.folder.requirePrivate() } catch { return [] }
        return obsoleteFiles
    }

    /// Reports that other code deleted, closed, extended or truncated the file. The next snapshot begins the next segment.
    mutating func checkFile() {
        guard let problem = file.problem(), problem != fileProblem else { return }
        fileProblem = problem
        problems.append(RecordingProblem(.fileChanged, "\(file.path) \(problem)"))
    }
}
