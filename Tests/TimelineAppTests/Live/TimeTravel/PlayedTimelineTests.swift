import Foundation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

@testable import TimelineLive

/// Jump, step and play beside another replay: one that reads the lines of the file with Foundation, from the first to the
/// last, and reduces each. `TIMELINE_HARNESS=full` draws 300 timelines, rather than 20.
@Suite(.ownThreads)
struct PlayedTimelineTests {
    private let folder = TemporaryFolder()

    @Test func jumpStepAndPlayAgreeWithAnotherReplayAtEveryPosition() async throws {
        var seed = Seed()
        let count = Harness.count(small: 20, full: 300)
        var positions = 0
        for round in 0..<count {
            let path = folder.file("\(round).jsonl")
            let run = try InboxRun(path)
            for _ in 0..<Int.random(in: 1...120, using: &seed) { run.change(&seed) }
            run.recorder.waitForSnapshots()
            let replayed = try OtherReplay(path)
            let last = replayed.states.count - 1
            let name = "timeline \(round) of \(last) steps, \(seed)"
            let shown = Cell<[Inbox]>([])
            let subscription = run.store.subscribe { state in shown.change { $0.append(state) } }
            let clock = HeldClock()
            let traveler = run.traveler(clock: clock.clock())

            for position in (0...last).shuffled(using: &seed) {
                try traveler.jump(to: position)
                #expect(run.store.state == replayed.states[position], "jump to \(position), \(name)")
            }
            try traveler.jump(to: 0)
            for position in 1...last {
                try traveler.step(by: 1)
                #expect(run.store.state == replayed.states[position], "step to \(position), \(name)")
            }
            for position in (0..<last).reversed() {
                try traveler.step(by: -1)
                #expect(run.store.state == replayed.states[position], "step back to \(position), \(name)")
            }

            let start = Int.random(in: 0..<last, using: &seed)
            let speed = [0.5, 1, 3, 50].randomElement(using: &seed)!
            try traveler.jump(to: start)
            shown.store([])
            let waited = clock.deadlines.count
            let now = clock.now
            try await traveler.play(speed: speed)
            #expect(shown.load() == Array(replayed.states[start...]), "played from \(start), \(name)")
            #expect(traveler.status?.position == last, "\(name)")
            // Each is awaited when it is due, to the microsecond that the file has.
            let due = replayed.seconds[(start + 1)...].map { ($0 - replayed.seconds[start]) / speed }
            let awaited = clock.deadlines[waited...].map { Self.seconds($0 - now) }
            #expect(awaited.count == due.count, "\(name)")
            for (awaited, due) in zip(awaited, due) { #expect(abs(awaited - due) < 2e-6, "\(name)") }

            // And once more, from the first, as it is the last that is on show.
            shown.store([])
            try await traveler.play(speed: speed)
            #expect(shown.load() == replayed.states, "played again, \(name)")
            traveler.resume()
            #expect(run.store.state == replayed.states[last], "\(name)")
            subscription.cancel()
            positions += last + 1
        }
        print("time travel: \(count) timelines with \(positions) positions, \(seed)")
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

/// The states of a recording, made without any code of ours but the reducer.
private struct OtherReplay {
    /// By position, from 0.
    private(set) var states: [Inbox] = []
    /// When each was, after the start of the recording.
    private(set) var seconds: [Double] = []

    private struct Line: Decodable {
        let seq: Int
        let at: Double
        let action: InboxAction?
        let set: Inbox?
        let state: Inbox?
    }

    init(_ path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
        for text in lines {
            let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
            if states.isEmpty {
                states = [try #require(line.state)]
                seconds = [line.at]
            } else if var state = states.last, line.seq == states.count {
                if let action = line.action { reduceInbox(&state, action) } else { state = try #require(line.set) }
                states.append(state)
                seconds.append(line.at)
            }
        }
    }
}
