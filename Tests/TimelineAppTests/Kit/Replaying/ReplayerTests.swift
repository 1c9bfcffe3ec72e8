import Synchronization
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct ReplayerTests {
    private let folder = TemporaryFolder()

    // MARK: - States

    @Test(arguments: [SnapshotPolicy.balanced, .every(7), .every(1_000_000)])
    func theStateAtEveryPositionIsTheLiveOne(snapshots: SnapshotPolicy) throws {
        var seed = Seed()
        let live = try record(200, snapshots: snapshots, &seed)

        var forward = try Replayer(program: InboxProgram(), timeline: folder.file())
        #expect(forward.first == 0)
        #expect(forward.last == live.count - 1)
        var walked = [live[0]]
        while let step = try forward.next() { walked.append(step.state) }
        #expect(walked == live, "\(seed)")
        #expect(forward.divergence == nil, "\(seed)")

        var random = try Replayer(program: InboxProgram(), timeline: folder.file())
        for _ in 0..<100 {
            let seq = Int.random(in: live.indices, using: &seed)
            #expect(try random.state(at: seq) == live[seq], "position \(seq), \(seed)")
            #expect(random.position == seq)
            guard Bool.random(using: &seed), let step = try random.next() else { continue }
            #expect(step.seq == seq + 1)
            #expect(step.state == live[seq + 1], "position \(seq + 1), \(seed)")
        }
        for seq in live.indices.reversed() {
            #expect(try random.state(at: seq) == live[seq], "position \(seq), \(seed)")
        }
    }

    @Test func replayedStepsHaveTheirKind() throws {
        var replayer = try Replayer(
            TotalProgram(),
            Journal(
                #"{"seq":0,"at":0,"state":{"count":0}}"#,
                #"{"seq":1,"at":0.5,"action":{"add":{"by":2}},"from":"effect","cause":0}"#,
                #"{"seq":2,"at":0.75,"set":{"count":9},"by":"restore"}"#))
        var shown: [String] = []
        while let step = try replayer.next() { shown.append("\(step.seq) \(step.at) \(step.kind) \(step.state.count)") }
        #expect(
            shown == [
                "1 0.500000 reduced(TimelineTestSupport.TotalAction.add(by: 2)) 2",
                #"2 0.750000 set(by: "restore") 9"#,
            ])
        #expect(try replayer.next() == nil)
    }

    @Test func requestedStatesAreCached() throws {
        let reduced = Mutex<[Int]>([])
        let program = TotalProgram { state, action in
            reduceTotal(&state, action)
            reduced.withLock { $0.append(state.count) }
        }
        var replayer = Replayer(program, try journal("=0 + + + + + + + + + +"))
        for seq in [5, 3, 4, 7, 5] { #expect(try replayer.state(at: seq) == Total(count: seq)) }
        #expect(reduced.withLock { $0 } == [1, 2, 3, 4, 5, 1, 2, 3, 4, 6, 7])
    }

    @Test func replayChangesALargeArrayInPlace() throws {
        let addresses = Mutex<Set<UInt>>([])
        let program = InboxProgram { state, action in
            if case .received(let name) = action, let last = state.names.indices.last {
                state.names[last] = name
                addresses.withLock {
                    _ = $0.insert(state.names.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
                }
            }
        }
        let names = Array(repeating: #""a""#, count: 1000).joined(separator: ",")
        var lines = [#"{"seq":0,"at":0,"state":{"unread":0,"names":[\#(names)],"tags":[],"counts":{}}}"#]
        for seq in 1...100 { lines.append(#"{"seq":\#(seq),"at":0,"action":{"received":{"from":"b"}}}"#) }
        var replayer = Replayer(program, try Journal(of: "inbox", lines: lines))
        while try replayer.next() != nil {}
        #expect(addresses.withLock { $0.count } == 1)
    }

    @Test func aCopyIsIndependent() throws {
        var generator = Seed(2)
        let live = try record(50, snapshots: .balanced, &generator)
        var one = try Replayer(program: InboxProgram(), timeline: folder.file())
        _ = try one.state(at: 20)
        var other = one
        _ = try other.next()
        _ = try other.next()
        #expect(one.position == 20)
        #expect(try one.next()?.state == live[21])
    }

    // MARK: - Divergence

    /// What is not a step with the state of the recording, by variant.
    private static let found = #"""
        98 confirmed, none
        run.jsonl, line 248: the program cannot decode the action of step 200: TotalAction has no case "multiply".; 28 confirmed, none
        210: the action of step 210 was not encoded (?); 97 confirmed, none
        220: steps 220 to 220 are not in the file: no space; 97 confirmed, none
        run.jsonl, line 285: the program cannot decode the state of step 230: $.count: \#
        Expected to decode Int but found a string instead.; 32 confirmed, none
        44 confirmed, 312 after 310, recorded 313, replayed 312
        run.jsonl, line 386: the program cannot decode the state of step 310: the key "count" is missing.; 98 confirmed, none
        57 confirmed, 401 after 399, recorded 408, replayed 407
        """#.split(separator: "\n")

    @Test("A replay of many steps has the states of the recording, and errors that repeat", arguments: 0..<8)
    func many(variant: Int) throws {
        var counts = [0]
        var count = 0
        var lines = [#"{"seq":0,"at":0.000000,"state":{"count":0}}"#]
        for seq in 1...700 {
            let start = #"{"seq":\#(seq),"at":0.000000,"#
            switch seq {
            case 200 where variant == 1: lines.append(start + #""action":{"multiply":{"by":2}}}"#)
            case 210 where variant == 2: lines.append(start + #""opaque":"?"}"#)
            case 220 where variant == 3: lines.append(start + #""gap":{"through":220,"why":"no space"}}"#)
            case 230 where variant == 4: lines.append(start + #""set":{"count":"nine"},"by":"restore"}"#)
            case _ where seq % 31 == 0:
                count = seq
                lines.append(start + #""set":{"count":\#(seq)},"by":"restore"}"#)
            case _ where seq % 5 == 0:
                count += 2
                // Not in the form that a recorder writes.
                lines.append(#"{"action": {"add":{"by":2}}, "seq":\#(seq), "at":0}"#)
            default:
                count += 1
                lines.append(start + #""action":{"add":{"by":1}},"from":"user"}"#)
            }
            let snapshot: (Int) -> String = { #"{"seq":\#(seq),"at":0.000000,"state":{"count":\#($0)}}"# }
            if seq == 312, variant == 5 {
                lines.append(snapshot(count + 1))
            } else if seq == 310, variant == 6 {
                lines.append(#"{"seq":\#(seq),"at":0.000000,"state":{}}"#)
            } else if seq % 7 == 0 || seq == 210 || seq == 220 {
                lines.append(snapshot(count))
            }
            counts.append(count)
            if seq % 11 == 0 { lines.append(#"{"seq":\#(seq),"at":0.000000,"mark":"here"}"#) }
            // A late snapshot.
            if seq == 402, variant == 7 {
                lines.insert(#"{"seq":401,"at":0.000000,"state":{"count":\#(count)}}"#, at: lines.count - 1)
                lines.swapAt(lines.count - 1, lines.count - 2)
            }
        }
        let journal = try Journal(lines: lines)
        var replayer = Replayer(TotalProgram(), journal)
        var found: [String] = []
        while true {
            do {
                guard let step = try replayer.next() else { break }
                #expect(step.state.count == counts[step.seq] && step.seq == step.step?.seq ?? step.seq)
                if case .skipped(_, let why) = step.kind { found.append("\(step.seq): \(why)") }
            } catch {
                let message = String("\(error)".prefix { $0 != "\n" })
                if found.last == message { break }
                found.append(message)
            }
        }
        found.append("\(replayer.counts.confirmed) confirmed, \(text(replayer.divergence))")
        #expect(found.joined(separator: "; ") == Self.found[variant])
    }

    @Test("Passing steps gives the same result as showing them", arguments: [1, 3, 64, 1000])
    func passing(stride: Int) throws {
        var generator = Seed(4)
        let live = try record(400, snapshots: .every(9), &generator)
        var replayer = try Replayer(program: InboxProgram(), timeline: folder.file())
        var count = 0
        while let passed = try replayer.advance(upTo: (replayer.position ?? 0) + stride) {
            #expect(passed > count && passed <= count + stride)
            count = passed
            var other = replayer
            #expect(try other.state(at: passed) == live[passed])
        }
        #expect(count == live.count - 1)
        var shown = try Replayer(program: InboxProgram(), timeline: folder.file())
        while try shown.next() != nil {}
        #expect(replayer.counts.confirmed == shown.counts.confirmed && shown.counts.confirmed > 0)
    }

    @Test func theFirstUnconfirmedSnapshotIsTheDivergence() throws {
        var replayer = Replayer(TotalProgram(), try journal("=0 + + =2 + + + =400@4 + =600"))
        var found: [String] = []
        while let step = try replayer.next() { found.append("\(step.seq): \(text(replayer.divergence))") }
        #expect(
            found == [
                "1: none", "2: none", "3: none", "4: 4 after 2, recorded 400, replayed 4",
                "5: 4 after 2, recorded 400, replayed 4", "6: 4 after 2, recorded 400, replayed 4",
            ])
    }

    @Test func aDivergenceAgreesUpToTheLastRecordedStateUsed() throws {
        let journal = try Journal(
            bundle: #"{"states":6,"last":{"seq":46,"reduced":true}}"#,
            lines: counterLines("=0@40 + + =900 + :5 + + =8"))
        func divergence(from seq: Int) throws -> String {
            var replayer = Replayer(TotalProgram(), journal)
            _ = try replayer.state(at: seq)
            while try replayer.next() != nil {}
            return text(replayer.divergence)
        }
        #expect(try divergence(from: 40) == "42 after 40, recorded 900, replayed 2")
        #expect(try divergence(from: 43) == "46 after 44, recorded 8, replayed 7")
        #expect(try divergence(from: 45) == "46 after 44, recorded 8, replayed 7")
        #expect(try divergence(from: 46) == "none")

        var replayer = Replayer(TotalProgram(), journal)
        _ = try replayer.state(at: 45)
        while try replayer.next() != nil {}
        _ = try replayer.state(at: 41)
        while try replayer.next() != nil {}
        #expect(text(replayer.divergence) == "42 after 40, recorded 900, replayed 2")
    }

    // MARK: - What cannot be known

    @Test func anUndecodableActionThrows() throws {
        let journal = try Journal(
            #"{"seq":0,"at":0,"state":{"count":0}}"#, #"{"seq":1,"at":0,"action":{"add":{"by":1}}}"#,
            #"{"seq":2,"at":0,"action":{"add":{"by":"two"}}}"#)
        var replayer = Replayer(TotalProgram(), journal)
        let message = """
            run.jsonl, line 4: the program cannot decode the action of step 2: $.add.by: \
            Expected to decode Int but found a string instead.
            Version 1 of the program recorded it, or it was edited.
            If the schema changed since, give the program a new version, and declare how:

              let migrations: [Migration] = [
                  .actions(to: "NEW VERSION") { action in
                      action["add"]?["by"] = …
                  }
              ]
            """
        #expect(throws: ReplayError.self) { try replayer.state(at: 2) }
        #expect(errorMessage { try replayer.state(at: 2) } == message)
        #expect(try replayer.next()?.seq == 1)
        #expect(errorMessage { _ = try replayer.next() } == message)
        #expect(errorMessage { _ = try replayer.next() } == message)
        #expect(replayer.position == 1)
    }

    private static let full = "are not in the file: no space left on device"

    @Test(arguments: [
        (
            "=0 + ? + + =30 +", [3: "the action of step 2 was not encoded (callback)"],
            ["1: 1", "4: 30, jumped from 2: the action of step 2 was not encoded (callback)", "5: 31"]
        ),
        (
            "=0 + !3 =30 + !2 :70 +",
            [2: "steps 2 to 4 \(full)", 3: "steps 2 to 4 \(full)", 7: "steps 6 to 7 \(full)"],
            [
                "1: 1", "4: 30, jumped from 2: steps 2 to 4 \(full)", "5: 31",
                "8: 70, jumped from 6: steps 6 to 7 \(full)", "9: 71",
            ]
        ),
        ("=0 !2 :10 =20 +", [:], ["3: 20, jumped from 1: steps 1 to 2 \(full)", "4: 21"]),
    ])
    func aStepThatIsNotRecordedIsUnknowableAndSkipped(picture: String, unknown: [Int: String], steps: [String]) throws {
        var replayer = Replayer(TotalProgram(), try journal(picture))
        for (seq, reason) in unknown {
            #expect(
                errorMessage { try replayer.state(at: seq) }
                    == "the state after step \(seq) of run.jsonl cannot be known: \(reason)")
        }
        #expect(try walk(from: 0, &replayer) == steps)
        #expect(replayer.divergence == nil)
        // Seeking leads to the same states.
        for step in steps {
            let numbers = step.split { ": ,".contains($0) }.prefix(2).compactMap { Int($0) }
            #expect(try replayer.state(at: numbers[0]) == Total(count: numbers[1]))
        }
    }

    @Test func aRunWithoutAFirstStateThrows() throws {
        var replayer = Replayer(TotalProgram(), try Journal())
        let message =
            "the state after step 0 of run.jsonl cannot be known: the run ended before its first state was written"
        #expect(errorMessage { try replayer.state(at: 0) } == message)
        #expect(errorMessage { _ = try replayer.next() } == message)
    }

    @Test func anOpaqueLastStepIsUnknowable() throws {
        var replayer = Replayer(TotalProgram(), try journal("=0 ?"))
        let message =
            "the state after step 1 of run.jsonl cannot be known: the action of step 1 was not encoded (callback)"
        #expect(errorMessage { _ = try replayer.next() } == message)
        #expect(errorMessage { _ = try replayer.next() } == message)
        #expect(replayer.position == 0)
    }

    @Test func aStepWhoseReducerNeverReturnedIsNotReduced() throws {
        let journal = try Journal(
            bundle: #"{"states":2,"last":{"seq":2,"reduced":false}}"#,
            #"{"seq":0,"at":0,"state":{"count":0}}"#, #"{"seq":1,"at":0,"action":{"add":{"by":1}}}"#,
            #"{"seq":2,"at":0,"action":{"reset":{}}}"#)
        let program = TotalProgram { state, action in
            if action == .reset { Issue.record("the step that crashed is reduced again") }
            reduceTotal(&state, action)
        }
        var replayer = Replayer(program, journal)
        #expect(replayer.last == 1)
        #expect(try walk(from: 0, &replayer) == ["1: 1"])
    }

    // MARK: - Opening

    @Test func aTimelineOfAnotherProgramThrows() throws {
        try Recorder.ticking(for: TotalProgram(), to: folder.file()).finish()
        #expect(
            errorMessage { _ = try Replayer(program: InboxProgram(), timeline: folder.file()) }
                == #"\#(folder.file()) is a timeline of the program "counter", and this is "inbox""#)
    }

    @Test(arguments: [-1, 6, .min, .max])
    func aPositionOutOfRangeThrows(_ position: Int) throws {
        var replayer = Replayer(TotalProgram(), try journal("=0 + + + + +"))
        #expect((replayer.first, replayer.last) == (0, 5))
        #expect(
            errorMessage { try replayer.state(at: position) }
                == "there is no position \(position) in run.jsonl: it has positions 0 to 5")
        #expect(try replayer.state(at: 5) == Total(count: 5))
    }

    @Test func aMissingTimelineThrows() {
        #expect(
            errorMessage { _ = try Replayer(program: InboxProgram(), timeline: folder.file()) }
                == "cannot open \(folder.file()): no such file or directory")
    }

    // MARK: - Helpers

    /// Records random actions and some states set from outside. Returns every state.
    private func record(_ count: Int, snapshots: SnapshotPolicy, _ generator: inout Seed) throws -> [Inbox] {
        let recorder = Recorder(
            program: InboxProgram(), in: .file(folder.file()), options: RecorderOptions(snapshots: snapshots))
        let reducer = recorder.recording(reduceInbox)
        var states = [Inbox()]
        var state = Inbox()
        for _ in 0..<count {
            if Int.random(in: 0..<50, using: &generator) == 0 {
                state.unread += 100
                states.append(state)
            }
            reducer(&state, .random(&generator))
            states.append(state)
        }
        recorder.finish()
        return states
    }

    private func walk(from seq: Int, _ replayer: inout Replayer<TotalProgram>) throws -> [String] {
        _ = try replayer.state(at: seq)
        var shown: [String] = []
        while let step = try replayer.next() {
            if case .skipped(let steps, let why) = step.kind {
                shown.append("\(step.seq): \(step.state.count), jumped from \(steps.lowerBound): \(why)")
            } else {
                shown.append("\(step.seq): \(step.state.count)")
            }
        }
        return shown
    }

    private func text(_ divergence: Divergence<Total>?) -> String {
        guard let divergence else { return "none" }
        return "\(divergence.seq) after \(divergence.agreedUpTo), recorded \(divergence.recorded.count), "
            + "replayed \(divergence.replayed.count)"
    }

    private func journal(_ picture: String) throws -> Journal { try Journal(lines: counterLines(picture)) }
}
