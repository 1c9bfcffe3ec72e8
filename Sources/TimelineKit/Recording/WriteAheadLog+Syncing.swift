extension WriteAheadLog {
    /// When to sync the unsynced lines. Done without the lock.
    enum PendingSync: Sendable {
        /// Before the caller returns.
        case now([OpenFile])
        /// On the recorder's queue, after a second.
        case later
    }

    mutating func continueRecording(in next: consuming JournalFile, dropping obsoleteFiles: [String]) {
        if durability != .process {
            if file.length != syncedLength { unsyncedSegments.append(file.handle) }
            unsyncedSegments.removeAll { obsoleteFiles.contains($0.path) }
        }
        file = next
        syncedLength = 0
    }

    mutating func takePendingSync() -> PendingSync? {
        guard durability != .process, file.length != syncedLength || !unsyncedSegments.isEmpty else { return nil }
        if durability == .strict { return .now(takeUnsynced()) }
        if isSyncPlanned { return nil }
        isSyncPlanned = true
        return .later
    }

    mutating func takeUnsynced(wasPlanned: Bool = false) -> [OpenFile] {
        if wasPlanned { isSyncPlanned = false }
        defer { unsyncedSegments = [] }
        guard durability != .process, file.length != syncedLength else { return unsyncedSegments }
        syncedLength = file.length
        return unsyncedSegments + [file.handle]
    }

    mutating func noteSync(_ error: FileError?) {
        guard let error else {
            reported.remove(.notSynced)
            if durability == .strict { begun = stopwatch() }
            return
        }
        reportOnce(.notSynced, "a loss of power may lose what was recorded: \(error.reason)")
    }
}
