internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// Reads actions as the program writes them: one in each line, or an array.
enum ActionsReader {
    static func read(_ file: ForeignFile, into timeline: ImportedTimeline) throws {
        try timeline.begin(nil, at: nil)
        let start = try file.source.read(at: 0, count: 4096)
        if start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "[") {
            for element in try file.value().elements ?? [] {
                try timeline.add(.action(JSONText(element.value)), at: nil, state: nil)
            }
        } else {
            var lines = ForeignLines(file)
            while let line = try lines.next() {
                try timeline.add(.action(JSONText(line.value)), at: nil, state: nil)
            }
        }
    }
}
