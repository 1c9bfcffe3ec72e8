internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct ExploreInputs {
    /// More timelines than these are too many to reduce again before a search of a minute begins.
    private static let limit = 2_000
    private static let stepLimit = 1_000_000
    private static let byteLimit = 256 << 20

    /// Without states that were set from outside: each set state begins another.
    private(set) var runs: [TrialRun] = []
    private(set) var text: [UInt8] = []
    private(set) var names: [String] = []
    private(set) var used = 0
    let total: Int
    private var problems: [ToolError] = []

    init(_ program: some Program, _ found: [FoundTimeline], seed: UInt64) throws {
        total = found.count
        var steps = 0
        var bar = ProgressBar("Reading")
        defer { bar.finish() }
        let picked = Self.picked(found, seed: seed)
        for (index, input) in picked.enumerated() where steps < Self.stepLimit && text.count < Self.byteLimit {
            bar.update(index, of: picked.count)
            do {
                guard case .place(let place) = input else {
                    if case .error(_, let error) = input { throw error }
                    continue
                }
                let run = try Self.run(program, place)
                steps += run.steps.count
                for part in run.parts {
                    text += part.text
                    runs.append(part)
                    names.append(place.name)
                }
                used += 1
            } catch { problems.append(ToolError(error)) }
        }
    }

    /// Evenly, in their order.
    private static func picked(_ found: [FoundTimeline], seed: UInt64) -> [FoundTimeline] {
        guard found.count > limit else { return found }
        let offset = Int(seed % UInt64(found.count))
        return (0..<limit).map { found[(offset + $0 * found.count / limit) % found.count] }
    }

    private static func run(_ program: some Program, _ place: TimelinePlace) throws -> TrialRun {
        let (journal, salvage) = try place.open(unpacker: try GzipUnpacker())
        if let salvage, let first = salvage.damage.first {
            throw JournalError.damaged(first: first, count: salvage.damageCount)
        }
        guard journal.header.program == program.name else {
            throw ToolError(
                .unavailable, "\(place.name) was recorded by the program \"\(Layout.visible(journal.header.program))\"")
        }
        return try TrialRun(program, journal, through: journal.last)
    }

    /// Some that cannot be used are warnings; all are an error.
    func check() throws {
        let shown = problems.prefix(5).map(\.message)
        let rest = problems.count > shown.count ? ["and \(problems.count - shown.count) more"] : []
        if runs.allSatisfy({ $0.steps.isEmpty }) {
            if let first = problems.first { throw first }
            throw ToolError(.cannotTell, "nothing to explore: \(Layout.count(total, "timeline")) without an action")
        }
        for line in shown + rest { StandardError.write("Warning: left out: \(line)") }
    }
}
