internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// Reads actions as the program writes them. Where the first line is a whole JSON value, each line is an action, also if that is an array;
/// otherwise a file that begins with `[` is one array of actions.
enum ActionsReader {
    static func read(_ file: ForeignFile, into timeline: ImportedTimeline) throws {
        try timeline.begin(nil, at: nil)
        var lines = ForeignLines(file)
        var line: TextValue?
        do { line = try lines.next() } catch {
            let start = try file.source.read(at: 0, count: 4096)
            guard start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "[") else {
                throw error
            }
            for element in try file.value().elements ?? [] {
                try timeline.add(.action(JSONText(element.value)), at: nil, state: nil)
            }
        }
        while let action = line {
            try timeline.add(.action(JSONText(action.value)), at: nil, state: nil)
            line = try lines.next()
        }
    }
}
