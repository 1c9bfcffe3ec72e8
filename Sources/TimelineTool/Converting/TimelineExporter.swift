internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

protocol TimelineExporter: AnyObject {
    var losses: ConversionLosses { get }
    var steps: Int { get }

    /// Called with every line in its order, and with the first header alone.
    func add(_ line: Line) throws
    /// Called with each state that is known, after the line of its step. Only if the export needs states.
    func add(_ state: JSON, after seq: Int) throws
    func finish() throws -> FileBytes
}

enum TimelineExport {
    static let product = "the converted file"

    /// - Parameter make: Called again where recorded states turn out not to be enough.
    static func run(
        _ journal: Journal, _ program: ProgramOption, needsStates: Bool,
        make: () throws -> any TimelineExporter
    ) throws -> (exporter: any TimelineExporter, product: FileBytes) {
        guard needsStates else {
            let exporter = try make()
            var lines = ExportedLines(lines: try journal.lines(fromStep: 0))
            try lines.add(to: exporter)
            return (exporter, try exporter.finish())
        }
        return try program.answer(for: journal) { states, _ in
            let exporter = try make()
            return (exporter, try run(states, exporter))
        }
    }

    static func run(_ states: some StateSource, _ exporter: any TimelineExporter) throws -> FileBytes {
        let encoder = states
        var states = states
        let journal = states.journal
        var lines = ExportedLines(lines: try journal.lines(fromStep: 0))
        var bar = ProgressBar("Converting")
        defer { bar.finish() }
        let range = journal.first...max(journal.first, journal.end)
        do {
            try states.walk(range) { seq, state in
                bar.update(seq - range.lowerBound, of: range.count)
                try lines.add(through: seq, to: exporter)
                try exporter.add(try encoder.json(of: state, at: seq), after: seq)
                return true
            } unknown: { _ in
                true
            }
        } catch let divergence as BisectDivergence {
            throw ToolError(
                .cannotTell,
                """
                replay disagrees with the state recorded after step \(divergence.seq), so the states to convert are unknown: \
                the program has changed since, or it is not pure. `timeline verify \(Layout.argument(journal.name))` shows the difference.
                """)
        }
        try lines.add(to: exporter)
        return try exporter.finish()
    }
}

/// The lines of a timeline. Of the headers of its segments, the first stands for all.
private struct ExportedLines {
    var lines: JournalReader
    var upcoming: Line?
    var hasHeader = false

    /// Adds the lines before the step after `seq`.
    mutating func add(through seq: Int = .max, to exporter: any TimelineExporter) throws {
        while let line = try upcoming.take() ?? lines.next()?.content {
            switch line {
            case .header where hasHeader: continue
            case .header: hasHeader = true
            default: if line.outline.isStep, line.outline.seq > seq { return upcoming = line }
            }
            try exporter.add(line)
        }
    }
}
