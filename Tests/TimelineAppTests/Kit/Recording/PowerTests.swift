import Foundation
import Testing
import TimelineDebugger
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// The contents of the disk after a loss of power while a recorder writes a file, or a flight recorder begins segments. With
/// `TIMELINE_HARNESS=full` checks 100,000 states of the disk per level, otherwise 40.
struct PowerTests {
    private let scratch = TemporaryFolder()
    private let files = PowerFiles()

    /// The result of reading a state of the disk.
    private enum Verdict { case sound, torn, headless, damaged, unreadable }

    @Test(arguments: [Durability.timed, .strict], [false, true])
    func syncedLinesSurviveALossOfPower(durability: Durability, rotates: Bool) throws {
        var seed = Seed()
        let lives = try record(durability, rotates: rotates, &seed)
        let events = files.events
        var verdicts: [Verdict: Int] = [:]
        var segments: Set<Int> = []
        let states = Harness.count(small: 40, full: 100_000)
        var looked = 0
        // The moments of timed syncs differ from run to run, and few states are of a moment between two segments.
        while looked < states || rotates && verdicts[.headless] == nil && looked < 25 * states {
            var disk = Disk()
            for event in events.prefix(moment(in: events, &seed)) { disk.take(event) }
            let kept = disk.kept
            guard kept.values.contains(where: { !$0.isEmpty }) else { continue }
            looked += 1
            segments.insert(kept.count)
            let whole = try Journal(opening: try folder("kept", kept)).sound()
            if durability == .strict { #expect(whole.last >= disk.acknowledged, "\(seed)") }

            let state = try folder("state", disk.state(&seed))
            let salvaged = try Journal(Salvage(of: state))
            #expect(try steps(of: whole, areIn: salvaged), "\(seed)")
            var replayer = Replayer(InboxProgram(), salvaged)
            #expect(try replayer.state(at: whole.last) == lives[whole.last], "\(seed)")

            let verdict = verdict(state)
            verdicts[verdict, default: 0] += 1
            if verdict != .damaged, verdict != .unreadable {
                #expect(try steps(of: whole, areIn: Journal(opening: state)), "\(seed)")
            }
        }
        print("\(durability)\(rotates ? ", rotating" : ""): \(verdicts), \(seed)")
        #expect(rotates ? segments.count >= 3 : segments == [1], "\(seed)")
        if rotates { #expect(verdicts[.headless, default: 0] > 0, "\(seed)") }
        #expect(verdicts[.torn, default: 0] + verdicts[.damaged, default: 0] > 0, "\(seed)")
        // A busy app may begin two segments between two syncs, and lose only the header of the first.
        if durability == .strict || !rotates { #expect(verdicts[.unreadable] == nil, "\(seed)") }
    }

    /// Records 200 actions, and returns the state after each.
    private func record(_ durability: Durability, rotates: Bool, _ generator: inout Seed) throws -> [Inbox] {
        let recorder = Recorder<Inbox, InboxAction>(
            program: "inbox", version: "2.0", initialState: Inbox(),
            in: rotates ? .folder(scratch.file("timelines"), name: "inbox") : .file(scratch.file("inbox.jsonl")),
            options: RecorderOptions(
                snapshots: .every(9), durability: durability, retention: Retention(bytes: 12_000),
                onProblem: { fatalError("\($0)") }), run: .ticking(), layer: files)
        let reducer = recorder.recording(reduceInbox)
        var state = Inbox()
        var lives = [state]
        for step in 1...200 {
            reducer(&state, .random(&generator))
            files.acknowledge(step)
            lives.append(state)
            // Waits now and then, as an app does.
            if Int.random(in: 0..<4, using: &generator) == 0 { recorder.waitForSnapshots() }
        }
        recorder.finish()
        return lives
    }

    /// The number of events before the loss of power: half the time just after the creation of a segment, otherwise random.
    private func moment(in events: [PowerFiles.Event], _ generator: inout Seed) -> Int {
        let created = events.indices.filter { if case .created = events[$0] { true } else { false } }
        guard Bool.random(using: &generator), let one = created.randomElement(using: &generator) else {
            return Int.random(in: 0...events.count, using: &generator)
        }
        return min(events.count, one + Int.random(in: 1...6, using: &generator))
    }

    private func verdict(_ folder: String) -> Verdict {
        guard let index = try? Journal(opening: folder).index else { return .unreadable }
        if !index.damage.isEmpty { return .damaged }
        guard let torn = index.torn else { return .sound }
        return torn.line <= 2 ? .headless : .torn
    }

    private func folder(_ name: String, _ files: [String: [UInt8]]) throws -> String {
        let path = scratch.file(name)
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        for (file, bytes) in files {
            try Data(bytes).write(to: URL(filePath: "\(path)/\(file.split(separator: "/").last!)"))
        }
        return path
    }

    private func steps(of journal: Journal, areIn other: Journal) throws -> Bool {
        let found = Dictionary(uniqueKeysWithValues: try other.steps().map { ($0.seq, $0) })
        return try journal.steps().allSatisfy { found[$0.seq] == $0 }
    }
}
