package import TimelineJournal

package struct TimelinePlace: Codable, Equatable, Sendable {
    /// In messages: a path or, of several segments in a folder with other timelines, `folder/STEM-*.jsonl`.
    package let name: String
    package let files: [String]

    package init(name: String, files: [String]) {
        self.name = name
        self.files = files
    }

    package func open(unpacker: (any Unpacker)?) throws(JournalError) -> Journal {
        guard files != ["-"] else { return try Journal(opening: "-", unpacker: unpacker, parsesAll: true) }
        return try Journal(opening: files, name: name, unpacker: unpacker, parsesAll: true)
    }

    package func header(unpacker: (any Unpacker)?) throws(JournalError) -> Header {
        try Segment.all(at: files[0], unpacker)[0].header()
    }
}
