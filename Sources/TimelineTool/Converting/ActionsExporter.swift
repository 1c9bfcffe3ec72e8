internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Writes the actions alone, one in each line, as `record --program` reads them, or as an array.
final class ActionsExporter: TimelineExporter {
    private(set) var losses = ConversionLosses()
    private(set) var steps = 0
    private let isArray: Bool
    private var spool: Spool

    init(asArray isArray: Bool) throws {
        self.isArray = isArray
        spool = try Spool(named: TimelineExport.product)
        if isArray { try spool.append("[") }
    }

    func add(_ line: Line) throws {
        losses.add(line, keeping: [.numbers])
        guard case .step(let step) = line else { return }
        switch step.change {
        case .action(let action):
            losses.add(.times)
            if isArray { try spool.append(steps == 0 ? "\n" : ",\n") }
            try action.withBytes { try spool.append(Array($0)) }
            if !isArray { try spool.append("\n") }
            steps += 1
        case .opaque: losses.add(.opaque)
        case .set: losses.add(.sets)
        }
    }

    func add(_ state: JSON, after seq: Int) {}

    func finish() throws -> FileBytes {
        if isArray { try spool.append("\n]\n") }
        return try spool.finish()
    }
}

/// Reads actions as the program writes them. Where the first line is a whole JSON value, each line is an action, also if that is an array;
/// otherwise a file that begins with `[` is one array of actions. Lines are read in the memory of the longest; blank ones are skipped.
enum ActionsReader {
    private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

    static func read(_ file: ForeignFile, into timeline: ImportedTimeline) throws {
        try timeline.begin(nil, at: nil)
        func add(_ action: TextValue) throws { try timeline.add(.action(JSONText(action.value)), at: nil, state: nil) }
        var lines = RawLines(file.source, lengthLimit: ForeignFile.sizeLimit)
        while let line = try lines.next() {
            let action: TextValue
            do {
                if line.isTooLong {
                    let limit = "the end of the line (it may have \(ForeignFile.sizeLimit >> 20) MiB)"
                    throw ForeignFile.error(
                        file.name, at: "line \(line.number)", "expected \(limit), found a longer one")
                }
                if line.bytes.allSatisfy(blanks.contains) { continue }
                action = try ForeignFile.parse(line.bytes, file: file.name, place: "line \(line.number), ")
            } catch {
                let start = try file.source.read(at: 0, count: 4096).first { !blanks.contains($0) }
                guard timeline.steps == 0, start == UInt8(ascii: "[") else { throw error }
                return try (try file.value().elements ?? []).forEach(add)
            }
            try add(action)
        }
    }
}
