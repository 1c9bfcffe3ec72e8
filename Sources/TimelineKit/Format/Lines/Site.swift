/// A line of code that dispatched actions:
/// `{"seq":40,"at":9.700000,"site":{"number":3,"file":"EpisodesCore/Episode.swift","line":42}}`. Steps refer to it by `"in":3`.
/// A recording numbers its sites from 1, over all of its segments, and repeats a site after each snapshot, before the first step
/// that needs it, so that a reader that starts there has it.
package struct Site: Hashable, Sendable {
    package var seq: Int
    package let at: Moment
    package let number: Int
    /// As `#fileID` gives it: the module and the name of the file.
    package let file: String
    package let line: Int

    package init(seq: Int, at: Moment, number: Int, file: String, line: Int) {
        (self.seq, self.at, self.number, self.file, self.line) = (seq, at, number, file, line)
    }
}
