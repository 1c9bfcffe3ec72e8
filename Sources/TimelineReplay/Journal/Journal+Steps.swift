package import TimelineKit

extension Journal {
    /// The last position that has a state: the last step, or the one before it if its reducer never returned.
    package var end: Int { unreturned.map { $0 - 1 } ?? last }

    package func checkpoint(atOrBefore seq: Int) throws(JournalError) -> Checkpoint? {
        try checkpoints(around: seq).last(atOrBefore: seq)
    }

    package func checkpoint(after seq: Int) throws(JournalError) -> Checkpoint? {
        try checkpoints(around: seq).first(after: seq)
    }

    package func snapshot(from seq: Int) throws(JournalError) -> Checkpoint? {
        try checkpoints(around: seq).firstSnapshot(from: seq)
    }

    package func state(at checkpoint: Checkpoint) throws(JournalError) -> JSONText {
        var reader = JournalReader(segments, from: checkpoint.place)
        let item = try JournalError.reading(try reader.nextItem(), as: JournalError.unreadableWithin)
        if case .line(let line) = item, let state = line.content.state { return state }
        try check()
        throw .changed(segments[checkpoint.place.segment].name)
    }

    /// The lines after a checkpoint, or from a little before it if it came late.
    package func lines(after checkpoint: Checkpoint) throws(JournalError) -> JournalReader {
        try checkpoint.isLate ? lines(fromStep: checkpoint.seq + 1) : lines(from: checkpoint.place)
    }

    /// The number of the line at a place, from 1: for a message. Reads all of the file before it.
    package func lineNumber(at place: Place) -> Int { segments[place.segment].lineNumber(at: place.byte) }

    /// The number of the last step that was at `at` or earlier; a gap has none. A binary search.
    package func step(at: Moment) throws(JournalError) -> Int {
        var (low, high) = (first, last)
        while low < high {
            let middle = high - (high - low) / 2
            let step = try first(fromStep: middle) {
                if case .step(let step) = $0, step.seq >= middle { step } else { nil }
            }
            if let step, step.at <= at { low = step.seq } else { high = middle - 1 }
        }
        return low
    }

    /// nil for the first state, and in a gap.
    package func step(_ seq: Int) throws(JournalError) -> Step? {
        var lines = StepLines(self)
        guard case .step(let step)? = try lines.line(of: seq)?.content else { return nil }
        return step
    }

    /// When the run ended, or, if it did not end cleanly, when its last step was.
    func endAt() throws(JournalError) -> Moment {
        guard hasEnd else { return lastAt }
        return try first(fromStep: last) { if case .end(let end) = $0 { end.at } else { nil } } ?? lastAt
    }

    private func first<Found>(fromStep seq: Int, _ find: (Line) -> Found?) throws(JournalError) -> Found? {
        var lines = try lines(fromStep: seq)
        while let line = try lines.next() { if let found = find(line.content) { return found } }
        return nil
    }

    package var lastReducedOnPage: Int? { StatusPage.lastReduced(beside: lastFile, session: header.session) }

    /// Whether the reducer returned from the last step. Nil if unknown: it may have ended the app, and must not run again.
    package func isLastReduced() throws(JournalError) -> Bool? {
        if unreturned == last { return false }
        // An `end` line, a status page, a state that was set and a snapshot of the last step each show that no reducer is pending.
        if hasEnd || lastReducedOnPage != nil || last == first { return true }
        if header.bundle?.lastSeq == last, header.bundle?.lastReduced == true { return true }
        return try checkpoint(atOrBefore: last)?.seq == last ? true : nil
    }

    /// When step `seq` was; for the first position, when the step before it was.
    package func moment(of seq: Int) throws(JournalError) -> Moment {
        try first(fromStep: seq) {
            switch $0 {
            case .step(let step) where step.seq >= seq: step.at
            case .snapshot(let snapshot) where snapshot.seq >= seq: snapshot.at
            default: nil
            }
        } ?? lastAt
    }
}
