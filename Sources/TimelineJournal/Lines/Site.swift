/// A line of code that dispatched actions: `{"site":3,"file":"EpisodesCore/Episode.swift","line":42}`. Steps refer to it by
/// `"in":3`. A recording numbers its sites from 1, over all of its segments. Each segment that uses one has its line, before the
/// first step that does.
package struct Site: Equatable, Sendable {
    package let number: Int
    /// As `#fileID` gives it: the module and the name of the file.
    package let file: String
    package let line: Int

    package init(number: Int, file: String, line: Int) {
        self.number = number
        self.file = file
        self.line = line
    }
}
