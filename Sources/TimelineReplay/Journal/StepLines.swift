package import TimelineKit

package struct StepLines {
    private let journal: Journal
    private var lines: JournalReader?
    private var last = 0
    private var upcoming: LocatedLine?

    /// Steps further away are sought, nearer ones read up to.
    package static let seekingDistance = 512

    package init(_ journal: Journal) { self.journal = journal }

    package mutating func line(of seq: Int) throws(JournalError) -> LocatedLine? {
        if lines == nil || seq > last + Self.seekingDistance {
            lines = try journal.lines(fromStep: seq)
            upcoming = nil
        }
        while let line = try next() {
            guard case .step(let step) = line.content, step.seq >= seq else { continue }
            last = step.seq
            if step.seq == seq { return line }
            upcoming = line
            return nil
        }
        return nil
    }

    private mutating func next() throws(JournalError) -> LocatedLine? {
        if let line = upcoming.take() { return line }
        return try lines?.next()
    }
}
