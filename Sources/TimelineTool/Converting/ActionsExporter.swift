internal import TimelineDebugger
internal import TimelineKit

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
