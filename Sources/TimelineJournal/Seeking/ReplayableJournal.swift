package import TimelineJSON

/// What replay asks of a journal: where its states and its steps are.
package protocol ReplayableJournal: AnyObject, Sendable {
    /// The file or folder, as it was named.
    var name: String { get }
    /// The header of the first segment.
    var header: Header { get }
    /// The step that the first snapshot follows: 0, unless what came before was dropped.
    var first: Int { get }
    /// The number of the last step.
    var last: Int { get }
    /// When the last step was.
    var lastAt: Moment { get }
    /// The step whose reducer never returned, where one is known: the last. It must not be reduced again.
    var unreturned: Int? { get }

    /// The last line with a state at or before step `seq`.
    func checkpoint(atOrBefore seq: Int) throws(JournalError) -> Checkpoint?
    /// The first line with a state after step `seq`.
    func checkpoint(after seq: Int) throws(JournalError) -> Checkpoint?
    /// The first snapshot of step `seq` or a later one.
    func snapshot(from seq: Int) throws(JournalError) -> Checkpoint?
    /// The state that stands on the line of a checkpoint.
    func state(at checkpoint: Checkpoint) throws(JournalError) -> JSONText
    /// The lines from that of step `seq`, or from a little before it.
    func lines(fromStep seq: Int) throws(JournalError) -> JournalLines
    /// The lines after a checkpoint, or from a little before it where it came late.
    func lines(after checkpoint: Checkpoint) throws(JournalError) -> JournalLines
    /// The number of the last step that was at `at` or earlier.
    func step(at: Moment) throws(JournalError) -> Int
    /// The places that people named, in their order. May read all of it.
    func marks() throws(JournalError) -> [Mark]
    /// The number of the line at a place, from 1: for a message.
    func lineNumber(at place: Place) -> Int
}

extension ReplayableJournal {
    /// The last position that has a state: the last step, or the one before it where its reducer never returned.
    package var end: Int { unreturned.map { $0 - 1 } ?? last }

    /// When step `seq` was; for the first position, when the step before it was.
    package func moment(of seq: Int) throws(JournalError) -> Moment {
        var lines = try lines(fromStep: seq)
        while let line = try lines.next() {
            switch line.content {
            case .step(let step) where step.seq >= seq: return step.at
            case .snapshot(let snapshot) where snapshot.seq >= seq: return snapshot.at
            default: continue
            }
        }
        return lastAt
    }
}
