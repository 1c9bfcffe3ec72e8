import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineStore
import TimelineTestSupport

@testable import TimelineLive

/// Every test of playing holds the clock.
@Suite(.ownThreads)
struct TimeTravelerTests {
    private let folder = TemporaryFolder()
    private let clock = HeldClock()

    // MARK: - The past

    @Test func positionsAreParsedAsTheToolDoes() throws {
        let run = try InboxRun(folder.file(), received: "ann", "ben")
        run.recorder.mark("checkout")
        run.store.dispatch(.allRead)
        let traveler = run.traveler()
        var found: [Int?] = []
        for position in ["1", "end", "-3", "%checkout"] {
            try traveler.jump(to: position)
            found.append(traveler.status?.position)
        }
        #expect(found == [1, 3, 0, 2])
        try traveler.step(by: .max)
        #expect(traveler.status?.position == 3)
        try traveler.step(by: .min)
        #expect(traveler.status?.position == 0)
        #expect(
            traveler.status
                == TravelStatus(position: 0, positions: 0...3, isAltered: false, speed: nil, held: 0))
    }

    @Test func aRecorderThatRecordsNothingHasNoPast() throws {
        let recorder = Recorder(
            program: InboxProgram(), in: "/dev/null/runs", options: RecorderOptions(onProblem: { _ in }))
        let store = Store(program: InboxProgram(), middleware: [recorder.middleware])
        store.dispatch(.received(from: "Ann"))
        let traveler = TimeTraveler(store, program: InboxProgram(), recorder: recorder)
        #expect(errorMessage { try traveler.jump(to: "end") } == recorder.problem?.message)
        #expect(traveler.status == nil)
        #expect(store.state.unread == 1)
    }

    @Test func theSegmentsOfAFlightRecorderAreShownAsOneRun() throws {
        let recorder = Recorder(
            program: InboxProgram(), in: folder.path,
            options: RecorderOptions(snapshots: .every(20), retention: Retention(bytes: 20_000)))
        // What another run has left.
        Recorder(program: InboxProgram(), in: folder.path).finish()
        let store = Store(program: InboxProgram(), middleware: [recorder.middleware])
        var live = [store.state]
        for number in 0..<400 {
            store.dispatch(.received(from: "sender \(number % 7)"))
            live.append(store.state)
            recorder.waitForSnapshots()
        }
        let traveler = TimeTraveler(store, program: InboxProgram(), recorder: recorder)
        try traveler.jump(to: "end")
        let positions = try #require(traveler.status).positions
        #expect(positions.upperBound == 400)
        #expect(positions.lowerBound > 0)
        for position in positions {
            try traveler.jump(to: position)
            #expect(store.state == live[position])
        }
    }

    @Test func anotherRunIsShownWithoutTheStepWhoseReducerNeverReturned() throws {
        let lines = [
            #"{"timeline":1,"session":"s","program":"inbox","version":"2.0","started":"2026-11-21T04:31:05.123456Z","#
                + #""segment":1,"platform":{},"bundle":{"states":2,"last":{"seq":12,"reduced":false}}}"#,
            #"{"seq":10,"at":1.000000,"state":{"unread":7,"names":[],"tags":[],"counts":{}}}"#,
            #"{"seq":11,"at":1.100000,"action":{"received":{"from":"ann"}},"from":"user"}"#,
            #"{"seq":12,"at":1.200000,"action":{"allRead":{}},"from":"user"}"#,
        ]
        try (lines.joined(separator: "\n") + "\n").write(
            toFile: folder.file("crash.jsonl"), atomically: true, encoding: .utf8)
        let run = try InboxRun(folder.file())
        let traveler = TimeTraveler(run.store, program: InboxProgram(), timeline: folder.file("crash.jsonl"))
        try traveler.jump(to: "end")
        #expect(traveler.status?.positions == 10...11)
        #expect(run.store.state == Inbox(unread: 8, names: ["ann"], counts: ["ann": 1]))
        traveler.resume()
        #expect(run.store.state == Inbox())
    }

    // MARK: - Actions while the past is shown

    private static let refusable = [
        #"received(from: "ben") user"#, #"tagged("x") remote"#, #"received(from: "dee") effect"#,
        #"received(from: "çelik") user"#,
    ]

    @Test(arguments: [
        (
            TimeTraveler<InboxProgram>.WhilePastIsShown.hold, HeldActions.release, 5, [],
            [
                "received from user", "tagged from remote", "received from effect", "set by hotReload",
                "received from user",
            ]
        ),
        (.hold, .refuse, 5, refusable, ["set by hotReload"]),
        // The result of an effect is held all the same.
        (
            .refuse, .release, 2, [refusable[0], refusable[1], refusable[3]],
            ["received from effect", "set by hotReload"]
        ),
    ])
    func dispatchedActionsAreHeldInOrderOrRefused(
        whilePastIsShown: TimeTraveler<InboxProgram>.WhilePastIsShown, atTheEnd: HeldActions, held: Int,
        refused: [String], reduced: [String]
    ) throws {
        let run = try InboxRun(folder.file(), received: "ann")
        let found = Cell<[String]>([])
        let traveler = run.traveler(whilePastIsShown) { action in
            found.change { $0.append("\(action.action) \(action.from)") }
        }
        try traveler.jump(to: 0)
        run.store.dispatch(.received(from: "ben"))
        run.store.dispatch(.tagged("x"), from: "remote")
        run.store.dispatch(.received(from: "dee"), from: .effect)
        run.store.set(Inbox(unread: 40), by: "hotReload")
        run.store.dispatch(.received(from: "çelik"))
        #expect(run.store.state == Inbox())
        #expect(traveler.status?.held == held)
        traveler.resume(held: atTheEnd)
        #expect(found.load() == refused)
        #expect(
            try run.lines()
                == (["received from user"] + reduced).enumerated().map { "\($0.offset + 1) \($0.element)" })
        #expect(run.store.state.unread == (reduced.last == "set by hotReload" ? 40 : 41))
    }

    @Test func anEffectThatEndsDuringPlaybackIsReducedAfterIt() async throws {
        let running = RunningEffects()
        let release = AsyncStream<Void>.makeStream()
        let recorder = Recorder(program: InboxProgram(), in: .file(folder.file()))
        let store = Store(
            program: InboxProgram(),
            middleware: [
                .effects(in: running) { action, _ in
                    guard action == .allRead else { return [] }
                    return [
                        .run { send in
                            for await _ in release.stream { break }
                            send(.received(from: "the server"))
                        }
                    ]
                }, recorder.middleware,
            ])
        for name in ["ann", "ben"] { store.dispatch(.received(from: name)) }
        store.dispatch(.allRead)
        let traveler = TimeTraveler(
            store, program: InboxProgram(), open: { () throws(JournalError) in try recorder.openJournal() },
            whilePastIsShown: .refuse, onRefused: { _ in },
            clock: clock.clock { _ in
                // The effect ends while the first step is waited for.
                release.continuation.yield()
                await running.allEnded()
            })
        try await traveler.play()
        #expect(store.state == Inbox(names: ["ann", "ben"], counts: ["ann": 1, "ben": 1]))
        traveler.resume()
        recorder.finish()
        #expect(store.state.names == ["ann", "ben", "the server"])
        var replayer = try Replayer(program: InboxProgram(), timeline: folder.file())
        #expect(try replayer.state(at: 4) == store.state)
        #expect(try InboxRun.lines(folder.file()).last == "4 received from effect because of 3")
    }

    @Test func aSubscriberMayJump() throws {
        let run = try InboxRun(folder.file(), received: "ann", "ben", "çelik")
        let traveler = run.traveler()
        let shown = Cell<[Int]>([])
        let subscription = run.store.subscribe { state in
            shown.change { $0.append(state.unread) }
            if state.unread > 0, traveler.status != nil { try! traveler.step(by: -1) }
        }
        try traveler.jump(to: 3)
        #expect(shown.load() == [3, 2, 1, 0])
        traveler.resume()
        #expect(shown.load() == [3, 2, 1, 0, 3])
        subscription.cancel()
    }

    @Test func anActionThatASubscriberDispatchesAtAShownStateIsHeld() throws {
        let run = try InboxRun(folder.file(), received: "ann")
        let subscription = run.store.subscribe(to: \.unread) { if $0 == 0 { run.store.dispatch(.tagged("empty")) } }
        let traveler = run.traveler()
        try traveler.jump(to: 0)
        #expect(run.store.state == Inbox())
        traveler.resume()
        #expect(try run.lines() == ["1 received from user", "2 tagged from user"])
        subscription.cancel()
    }

    // MARK: - Playing

    @Test func tenThousandStepsAtSpeed50AreShownWhenTheyAreDue() async throws {
        var lines = [#"{"seq":0,"at":0,"state":{"count":0}}"#]
        var at: Int64 = 0
        var due: [Duration] = []
        for seq in 1...10_000 {
            at += 33_333 + Int64(seq % 7)
            lines.append(#"{"seq":\#(seq),"at":\#(Moment(microseconds: at)),"action":{"add":{"by":1}}}"#)
            due.append(.nanoseconds(at * 20))
        }
        let journal = try Journal(lines: lines)
        let store = Store(program: TotalProgram())
        let shown = Cell<[Int]>([])
        let subscription = store.subscribe { state in shown.change { $0.append(state.count) } }
        // Each sleep ends late.
        let traveler = TimeTraveler(
            store, program: TotalProgram(), open: { () throws(JournalError) in journal }, whilePastIsShown: .hold,
            onRefused: { _ in }, clock: clock.clock(oversleeping: .microseconds(100)))
        try await traveler.play(speed: 50)
        #expect(clock.deadlines == due)
        #expect(shown.load() == Array(0...10_000))
        #expect(traveler.status?.speed == nil)
        subscription.cancel()
    }

    @Test func pausingStopsPlaybackAtTheShownPosition() async throws {
        let run = try InboxRun(folder.file(), received: "ann", "ben", "çelik")
        let traveler = run.traveler(clock: clock.clock())
        let subscription = run.store.subscribe { if $0.unread == 2 { traveler.pause() } }
        try await traveler.play()
        #expect(traveler.status?.position == 2)
        #expect(traveler.status?.speed == nil)
        subscription.cancel()
        try await traveler.play()
        #expect(traveler.status?.position == 3)
    }

    @Test func playbackContinuesAfterAJump() async throws {
        let run = try InboxRun(folder.file(), received: "ann", "ben", "çelik", "даша")
        let traveler = run.traveler(clock: clock.clock())
        let shown = Cell<[Int]>([])
        let subscription = run.store.subscribe { state in
            shown.change { $0.append(state.unread) }
            if shown.load() == [0, 1, 2] { try! traveler.jump(to: 0) }
        }
        try await traveler.play()
        #expect(shown.load() == [0, 1, 2, 0, 1, 2, 3, 4])
        subscription.cancel()
    }

    // MARK: - What would be

    @Test func theLastStateWithoutAStepOrWithAnotherActionIsReducedAgain() throws {
        var seed = Seed()
        let run = try InboxRun(folder.file())
        var actions: [InboxAction] = []
        for _ in 0..<80 {
            actions.append(.random(&seed))
            run.store.dispatch(actions[actions.count - 1])
        }
        let traveler = run.traveler()
        for _ in 0..<50 {
            let skipped = Set(
                (0..<Int.random(in: 0...3, using: &seed)).map { _ in
                    Int.random(in: 1...80, using: &seed)
                })
            let changed = [Int.random(in: 1...80, using: &seed): InboxAction.random(&seed)]
            var expected = Inbox()
            for (index, action) in actions.enumerated() where !skipped.contains(index + 1) {
                reduceInbox(&expected, changed[index + 1] ?? action)
            }
            try traveler.showLastState(skipping: skipped, changing: changed)
            #expect(run.store.state == expected, "\(seed)")
        }
        traveler.resume()
        let live = run.store.state
        try traveler.showLastState()
        #expect(run.store.state == live)
        try traveler.showLastState(skipping: Set(1...80))
        #expect(run.store.state == Inbox())
        #expect(traveler.status?.isAltered == true)
        try traveler.step(by: 0)
        #expect(run.store.state == live)
        #expect(traveler.status?.isAltered == false)
    }

    @Test func aStateThatWasSetDoesNotDependOnEarlierSteps() throws {
        let run = try InboxRun(folder.file(), received: "ann")
        run.store.set(Inbox(unread: 30), by: "restore")
        run.store.dispatch(.received(from: "ben"))
        let (live, traveler) = (run.store.state, run.traveler())
        try traveler.showLastState(skipping: [1])
        #expect(run.store.state == live)
        try traveler.showLastState(skipping: [2])
        #expect(run.store.state.names == ["ann", "ben"])
    }

    // MARK: - Coming back

    @Test func continuingHereMakesTheShownStateLive() throws {
        let run = try InboxRun(folder.file(), received: "ann", "ben")
        let traveler = run.traveler()
        try traveler.jump(to: 1)
        run.store.dispatch(.received(from: "çelik"))
        traveler.continueHere()
        #expect(run.store.state == Inbox(unread: 2, names: ["ann", "çelik"], counts: ["ann": 1, "çelik": 1]))
        #expect(
            try run.lines() == [
                "1 received from user", "2 received from user", "3 set by timeTravel", "4 received from user",
            ])
    }

    @Test func aRecordingMadeDuringTimeTravelReplaysToTheLiveState() async throws {
        var seed = Seed()
        let run = try InboxRun(folder.file())
        let traveler = run.traveler(clock: clock.clock())
        for _ in 0..<300 {
            switch Int.random(in: 0..<12, using: &seed) {
            case 0: try traveler.step(by: Int.random(in: -9...9, using: &seed))
            case 1: try await traveler.play(speed: 4)
            case 2: traveler.resume()
            case 3: traveler.continueHere()
            case 4: try traveler.showLastState(skipping: [])
            default: run.change(&seed)
            }
        }
        traveler.resume()
        let live = run.store.state
        run.recorder.finish()
        var replayer = try Replayer(program: InboxProgram(), timeline: folder.file())
        while try replayer.next() != nil {}
        #expect(replayer.divergence == nil, "\(seed)")
        #expect(try replayer.state(at: replayer.last) == live, "\(seed)")
    }

    // MARK: - Errors

    @Test func anErrorNamesItsCodeAndTheLiveStateStays() throws {
        let run = try InboxRun(folder.file(), received: "ann")
        let live = run.store.state
        let traveler = run.traveler()
        #expect(
            error { try traveler.jump(to: "yesterday") }
                == """
                position: "yesterday" is no position. A position is a step such as 17, end, -5 (five before the end), @12.5s, \
                or %name (a mark).
                """)
        #expect(
            error { try traveler.showLastState(skipping: [2]) }
                == "position: there is no step 2 in \(folder.file()): it has steps 1 to 1")
        #expect(
            error { try traveler.jump(to: 2) }
                == "position: there is no position 2 in \(folder.file()): it has positions 0 to 1")
        let missing = TimeTraveler(run.store, program: InboxProgram(), timeline: folder.file("none.jsonl"))
        #expect(
            error { try missing.jump(to: 0) }
                == "anotherTraveler: another TimeTraveler shows the past of this store; call resume() on that one first"
        )
        traveler.resume()
        #expect(
            error { try missing.jump(to: 0) }
                == "timeline: cannot open \(folder.file("none.jsonl")): no such file or directory")
        #expect(missing.status == nil)
        let counter = Recorder(program: TotalProgram(), in: .file(folder.file("counter.jsonl")))
        counter.finish()
        let foreign = TimeTraveler(run.store, program: InboxProgram(), timeline: folder.file("counter.jsonl"))
        #expect(
            error { try foreign.jump(to: 0) }
                == #"timeline: \#(folder.file("counter.jsonl")) is a timeline of the program "counter", and this is "inbox""#
        )
        run.store.dispatch(.allRead)
        #expect(live.unread == 1)
        #expect(run.store.state.unread == 0)
    }

    private func error(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch let error as TravelError {
            return "\(error.code): \(error)"
        } catch {
            return "\(error)"
        }
    }
}
