internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// Writes the actions alone, one in each line, as `record --program` reads them, or as an array.
final class ActionsExporter: TimelineExporter {
    private(set) var losses = ConversionLosses()
    private(set) var steps = 0
    private let isArray: Bool
    private let spool: OutputSpool

    init(asArray isArray: Bool) throws {
        self.isArray = isArray
        spool = try OutputSpool()
        if isArray { try spool.append("[") }
    }

    func add(_ line: Line) throws {
        switch line {
        case .header(let header):
            losses.add(.program)
            losses.add(.start)
            if header.hasChecksums { losses.add(.checksums) }
        case .snapshot: losses.add(.snapshots)
        case .step(let step):
            losses.add(.origins, step.from == nil ? 0 : 1)
            losses.add(.causes, step.cause == nil ? 0 : 1)
            switch step.change {
            case .action(let action):
                losses.add(.times)
                if isArray { try spool.append(steps == 0 ? "\n" : ",\n") }
                try action.withBytes { try spool.append($0) }
                if !isArray { try spool.append("\n") }
                steps += 1
            case .opaque: losses.add(.opaque)
            case .set: losses.add(.sets)
            }
        case .gap(let gap): losses.add(.gaps, gap.through - gap.seq + 1)
        case .mark: losses.add(.marks)
        case .generated: losses.add(.generated)
        case .end: losses.add(.end)
        case .unknown: losses.add(.unknown)
        }
    }

    func add(_ state: JSON, after seq: Int) {}

    func finish() throws -> FileBytes {
        if isArray { try spool.append("\n]\n") }
        return try spool.finish()
    }
}
