import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

/// A file or a folder to record a run to, and its contents.
final class RecordedRun {
    private let root = TemporaryFolder()
    var path: String { root.file() }
    var folder: String { root.file("timelines") }

    private var recorded: String { root.exists("timelines") ? folder : path }

    /// Its steps, as in `timeline log`: `2 effect ← 1 {"reset":{}}`.
    func steps() throws -> [String] {
        try Journal(opening: recorded).steps().map { step in
            let origin = (step.from ?? "") + (step.cause.map { " ← \($0)" } ?? "")
            return switch step.change {
            case .action(let action): "\(step.seq) \(origin) \(action.value)"
            case .opaque(let text): "\(step.seq) \(origin) \(text)"
            case .set(let state, let by): "\(step.seq) \(by) \(state.value)"
            }
        }
    }

    /// The lines of code that dispatched, in the order of their first steps.
    func sites() throws -> [String] {
        var lines = try Journal(opening: recorded).lines()
        var sites: [String] = []
        while let line = try lines.next() {
            if case .site(let site) = line.content { sites.append("\(site.file):\(site.line)") }
        }
        return sites
    }

    /// Replay takes these steps, agrees with every snapshot, and ends with the live state.
    func expectReplay<P: Program>(
        of program: P, steps: Int, to live: P.State, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var replayer = try Replayer(program: program, timeline: recorded)
        var reduced = 0
        var state = try replayer.state(at: 0)
        while let step = try replayer.next() {
            if case .reduced = step.kind { reduced += 1 }
            state = step.state
        }
        #expect(reduced == steps, sourceLocation: sourceLocation)
        #expect(replayer.last == steps, sourceLocation: sourceLocation)
        #expect(replayer.divergence == nil, sourceLocation: sourceLocation)
        #expect(state == live, sourceLocation: sourceLocation)
    }
}

/// What was refused while the past was shown.
final class Refused: Sendable {
    private let texts = Locked<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func note(_ text: String) { texts.withLock { $0.append(text) } }
}
