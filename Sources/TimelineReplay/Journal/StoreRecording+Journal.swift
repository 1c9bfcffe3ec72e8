package import TimelineKit

extension StoreRecording {
    /// The timeline of this run, as far as it is written.
    package func openJournal() throws(JournalError) -> Journal {
        guard let path else {
            throw .notRecorded(why: problem?.message ?? "nothing is recorded: no recording was requested")
        }
        return try Journal(opening: files, name: path)
    }
}
