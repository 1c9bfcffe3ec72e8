import TestSupport
import Testing
import TimelineJournal

@testable import TimelineKit

struct CrashBundleTests {
    private let recording = [
        #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":1,"at":0.100000,"action":{"add":{"by":1}},"from":"user"}"#,
        #"{"seq":2,"at":0.200000,"action":{"add":{"by":1}},"from":"user"}"#,
        #"{"seq":3,"at":0.300000,"action":{"add":{"by":1}},"from":"user"}"#,
        #"{"seq":3,"at":0.350000,"mark":"cart"}"#,
        #"{"seq":4,"at":0.400000,"action":{"add":{"by":1}},"from":"effect","cause":3}"#,
        #"{"seq":2,"at":0.200000,"state":{"count":2}}"#,
        #"{"seq":5,"at":0.500000,"action":{"add":{"by":1}},"from":"user"}"#,
    ]

    private func header(_ note: String) -> String {
        #"{"timeline":1,"session":"s","program":"counter","version":"1","started":"t","segment":1,"#
            + #""platform":{},"bundle":\#(note)}"#
    }

    /// A journal with a platform in its header, so that the header of its bundle differs only by `bundle`.
    private func journal(bundle: String? = nil, _ lines: [String]) throws -> Journal {
        let own = bundle.map(header) ?? header("").replacing(#","bundle":"#, with: "")
        let journal = try Journal(bytes: Array(sealed([own] + lines).utf8), name: "run.jsonl")
        try journal.requireSound()
        return journal
    }

    private func text(_ bundle: CrashBundle) -> String { String(decoding: bundle.bytes, as: UTF8.self) }

    @Test func theBytesOfABundle() throws {
        let bundle = try CrashBundle(
            of: journal(recording), program: CounterProgram(), last: 2, ending: .init(signal: "SIGILL", exitStatus: 132)
        )
        #expect(
            text(bundle)
                == sealed(
                    header(#"{"states":2,"last":{"seq":5,"reduced":true},"signal":"SIGILL","status":132}"#),
                    #"{"seq":3,"at":0.300000,"state":{"count":3}}"#,
                    #"{"seq":3,"at":0.350000,"mark":"cart"}"#,
                    #"{"seq":4,"at":0.400000,"action":{"add":{"by":1}},"from":"effect","cause":3}"#,
                    #"{"seq":5,"at":0.500000,"action":{"add":{"by":1}},"from":"user"}"#,
                    #"{"seq":5,"at":0.500000,"state":{"count":5}}"#))
        #expect(bundle.states == 2)
        #expect(bundle.first == 3)
    }

    /// The journal of an app that crashed in the reducer of its last step.
    private func crashed() throws -> Journal {
        try journal(bundle: #"{"states":5,"last":{"seq":5,"reduced":false},"signal":"SIGTRAP","status":5}"#, recording)
    }

    private let unreduced = CounterProgram { state, action in
        if state.count == 4 { Issue.record("the step that crashed is reduced again") }
        reduceCounter(&state, action)
    }

    @Test func aLastStepThatDidNotReturnIsKeptAndNotReduced() throws {
        let bundle = try CrashBundle(of: crashed(), program: unreduced, last: 2)
        let expected = sealed(
            header(#"{"states":2,"last":{"seq":5,"reduced":false},"signal":"SIGTRAP","status":5}"#),
            #"{"seq":3,"at":0.300000,"state":{"count":3}}"#,
            #"{"seq":3,"at":0.350000,"mark":"cart"}"#,
            #"{"seq":4,"at":0.400000,"action":{"add":{"by":1}},"from":"effect","cause":3}"#,
            #"{"seq":4,"at":0.400000,"state":{"count":4}}"#,
            #"{"seq":5,"at":0.500000,"action":{"add":{"by":1}},"from":"user"}"#)
        #expect(text(bundle) == expected)

        let journal = try Journal(bytes: bundle.bytes)
        try journal.requireSound()
        var replayer = Replayer(unreduced, journal)
        #expect(replayer.first == 3)
        #expect(replayer.last == 4)
        #expect(try replayer.next()?.state == Counter(count: 4))
        #expect(try replayer.next() == nil)
        #expect(replayer.divergence == nil)
    }

    @Test func aBundleMayHoldOneStep() throws {
        let bundle = try CrashBundle(of: crashed(), program: unreduced, last: 1)
        #expect(
            text(bundle)
                == sealed(
                    header(#"{"states":1,"last":{"seq":5,"reduced":false},"signal":"SIGTRAP","status":5}"#),
                    #"{"seq":4,"at":0.400000,"state":{"count":4}}"#,
                    #"{"seq":5,"at":0.500000,"action":{"add":{"by":1}},"from":"user"}"#))
    }

    @Test func aBundleOfABundleEqualsABundleOfTheTimeline() throws {
        let whole = try crashed()
        let five = try CrashBundle(of: whole, program: unreduced, last: 4)
        let of = try CrashBundle(of: Journal(bytes: five.bytes), program: unreduced, last: 2)
        #expect(try text(of) == text(CrashBundle(of: whole, program: unreduced, last: 2)))
    }

    @Test func aShortTimelineIsKeptWhole() throws {
        let bundle = try CrashBundle(of: journal(recording), program: CounterProgram(), last: 1000)
        #expect(bundle.states == 5)
        #expect(bundle.first == 0)
        var replayer = Replayer(CounterProgram(), try Journal(bytes: bundle.bytes))
        #expect(replayer.last == 5)
        #expect(try replayer.state(at: 5) == Counter(count: 5))
    }

    @Test func withoutStepsABundleHoldsTheFirstState() throws {
        let bundle = try CrashBundle(of: journal([recording[0]]), program: CounterProgram(), last: 5)
        #expect(
            text(bundle) == sealed(header(#"{"states":0,"last":{"seq":0,"reduced":true}}"#), recording[0]))
    }

    // MARK: - Sizes

    @Test func overTheLimitTheConfirmingStateIsDroppedBeforeTheOldestSteps() throws {
        let journal = try journal(recording)
        let full = try CrashBundle(of: journal, program: CounterProgram(), last: 3)
        var seen: [String] = []
        for limit in (0...full.bytes.count).reversed() {
            guard let bundle = try? CrashBundle(of: journal, program: CounterProgram(), last: 3, limit: limit) else {
                break
            }
            #expect(bundle.bytes.count <= limit)
            let made = try Journal(bytes: bundle.bytes)
            try made.requireSound()
            let picture = "\(bundle.first)-\(made.index.last), \(made.index.snapshots) states"
            if seen.last != picture { seen.append(picture) }
        }
        #expect(
            seen == [
                "2-5, 2 states", "2-5, 1 states", "3-5, 2 states", "3-5, 1 states", "4-5, 2 states", "4-5, 1 states",
            ])
    }

    @Test func aLimitBelowOneStateAndOneStepThrows() throws {
        let error = #expect(throws: BundleError.self) {
            try CrashBundle(of: journal(recording), program: CounterProgram(), last: 3, limit: 100)
        }
        let smallest =
            try CrashBundle(of: journal(recording), program: CounterProgram(), last: 1).bytes.count
            - sealed(#"{"seq":5,"at":0.500000,"state":{"count":5}}"#).utf8.count + #","asked":3"#.utf8.count
        #expect(
            error?.description == """
                a bundle of run.jsonl takes at least \(smallest) bytes, for one state and the step after it, and may take 100.
                Allow more with --max-bytes.
                """)
    }

    // MARK: - What cannot be known

    @Test func aRunWithoutAFirstStateHasNoBundle() throws {
        let journal = try journal([])
        let unknown = "the state after step 0 of run.jsonl cannot be known: "
        let recorded = #expect(throws: BundleError.self) { try CrashBundle(of: journal, last: 5) }
        let replayed = #expect(throws: BundleError.self) {
            try CrashBundle(of: journal, program: CounterProgram(), last: 5)
        }
        #expect(
            replayed?.description == unknown + "the run ended before its first state was written")
        #expect(recorded?.description == unknown + "it was not recorded")
    }

    @Test func theConfirmingStatePrecedesALaterGap() throws {
        let lines = [
            #"{"seq":3,"at":0.300000,"state":{"count":3}}"#,
            #"{"seq":4,"at":0.400000,"action":{"add":{"by":1}}}"#,
            #"{"seq":5,"at":0.400000,"gap":{"through":5,"why":"damage in line 4"}}"#,
            #"{"seq":5,"at":0.500000,"state":{"count":9}}"#,
        ]
        let note = #"{"states":2,"last":{"seq":5,"reduced":false}}"#
        let bundle = try CrashBundle(of: journal(bundle: note, lines), program: CounterProgram(), last: 2)
        #expect(
            text(bundle)
                == sealed(
                    header(note), lines[0], lines[1], #"{"seq":4,"at":0.400000,"state":{"count":4}}"#, lines[2],
                    lines[3]))
    }

    @Test func theConfirmingStateFollowsALateEarlierSnapshot() throws {
        let lines = [
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":0.100000,"opaque":"callback"}"#,
            #"{"seq":2,"at":0.200000,"action":{"add":{"by":1}}}"#,
            #"{"seq":3,"at":0.300000,"action":{"add":{"by":1}}}"#,
            #"{"seq":1,"at":0.100000,"state":{"count":10}}"#,
        ]
        let note = #"{"states":3,"last":{"seq":3,"reduced":false}}"#
        let bundle = try CrashBundle(of: journal(bundle: note, lines), program: CounterProgram(), last: 3)
        #expect(
            text(bundle)
                == sealed([header(note)] + lines + [#"{"seq":2,"at":0.200000,"state":{"count":11}}"#]))
    }

    @Test func aBundleDoesNotBeginAtAStateSetDuringTheCrash() throws {
        let journal = try journal(
            bundle: #"{"states":2,"last":{"seq":2,"reduced":false}}"#,
            [
                #"{"seq":0,"at":0.000000,"state":{"count":0}}"#, #"{"seq":1,"at":0.100000,"opaque":"callback"}"#,
                #"{"seq":2,"at":0.200000,"set":{"count":7},"by":"outside"}"#,
            ])
        let error = #expect(throws: BundleError.self) {
            try CrashBundle(of: journal, program: CounterProgram(), last: 1)
        }
        #expect(
            error?.description
                == "the state after step 1 of run.jsonl cannot be known: the action of step 1 was not encoded (callback)"
        )
    }

    @Test func theFirstStateIsNotLaterThanTheNextStep() throws {
        let lines = [
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":0.200000,"gap":{"through":4,"why":"no space left on device"}}"#,
            #"{"seq":4,"at":0.700000,"state":{"count":40}}"#,
            #"{"seq":5,"at":0.500000,"action":{"add":{"by":1}}}"#,
        ]
        let bundle = try CrashBundle(of: journal(lines), program: CounterProgram(), last: 1)
        #expect(
            text(bundle)
                == sealed(
                    header(#"{"states":1,"last":{"seq":5,"reduced":true}}"#),
                    #"{"seq":4,"at":0.500000,"state":{"count":40}}"#, lines[3],
                    #"{"seq":5,"at":0.500000,"state":{"count":41}}"#))
    }

    @Test func aBundleDoesNotBeginInsideAGap() throws {
        let lines = [
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":0.200000,"gap":{"through":4,"why":"no space left on device"}}"#,
            #"{"seq":3,"at":0.200000,"state":{"count":30}}"#,
            #"{"seq":4,"at":0.200000,"state":{"count":40}}"#,
            #"{"seq":5,"at":0.500000,"action":{"add":{"by":1}}}"#,
        ]
        let bundle = try CrashBundle(of: journal(lines), program: CounterProgram(), last: 2)
        #expect(
            text(bundle)
                == sealed(
                    header(#"{"states":1,"last":{"seq":5,"reduced":true}}"#), lines[3], lines[4],
                    #"{"seq":5,"at":0.500000,"state":{"count":41}}"#))
    }

    private let gapped = [
        #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":1,"at":0.100000,"action":{"add":{"by":1}}}"#,
        #"{"seq":2,"at":0.200000,"gap":{"through":4,"why":"no space left on device"}}"#,
        #"{"seq":4,"at":0.200000,"state":{"count":40}}"#,
        #"{"seq":5,"at":0.500000,"action":{"add":{"by":1}}}"#,
        #"{"seq":6,"at":0.600000,"action":{"add":{"by":1}}}"#,
    ]

    @Test func aGapIsKeptWithTheStateAfterIt() throws {
        let bundle = try CrashBundle(of: journal(gapped), program: CounterProgram(), last: 5)
        #expect(
            text(bundle)
                == sealed(
                    header(#"{"states":5,"last":{"seq":6,"reduced":true}}"#),
                    #"{"seq":1,"at":0.100000,"state":{"count":1}}"#, gapped[2], gapped[3], gapped[4], gapped[5],
                    #"{"seq":6,"at":0.600000,"state":{"count":42}}"#))
    }

    @Test func aBundleThatWouldBeginInsideAGapBeginsAfterIt() throws {
        let bundle = try CrashBundle(of: journal(gapped), program: CounterProgram(), last: 3)
        #expect(
            text(bundle)
                == sealed(
                    header(#"{"states":2,"last":{"seq":6,"reduced":true}}"#), gapped[3], gapped[4], gapped[5],
                    #"{"seq":6,"at":0.600000,"state":{"count":42}}"#))
    }

    @Test func aLimitMovesTheBeginningPastAGap() throws {
        let journal = try journal(gapped)
        let short = try CrashBundle(of: journal, program: CounterProgram(), last: 2)
        let bundle = try CrashBundle(of: journal, program: CounterProgram(), last: 6, limit: short.bytes.count + 10)
        let lines = text(bundle).split(separator: "\n")
        #expect(lines.dropFirst() == text(short).split(separator: "\n").dropFirst())
        #expect(sealed(header(#"{"states":2,"asked":6,"last":{"seq":6,"reduced":true}}"#)) == lines[0] + "\n")
    }

    @Test func aLateSnapshotDoesNotReplaceThatOfAnOpaqueStep() throws {
        let lines = [
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":0.100000,"action":{"add":{"by":1}}}"#,
            #"{"seq":2,"at":0.200000,"action":{"add":{"by":1}}}"#,
            #"{"seq":3,"at":0.300000,"opaque":"callback"}"#,
            #"{"seq":2,"at":0.200000,"state":{"count":2}}"#,
            #"{"seq":3,"at":0.300000,"state":{"count":30}}"#,
            #"{"seq":4,"at":0.400000,"action":{"add":{"by":1}}}"#,
        ]
        let bundle = try CrashBundle(of: journal(lines), program: CounterProgram(), last: 3)
        #expect(
            text(bundle)
                == sealed(
                    header(#"{"states":3,"last":{"seq":4,"reduced":true}}"#),
                    #"{"seq":1,"at":0.100000,"state":{"count":1}}"#, lines[2], lines[3], lines[5], lines[6],
                    #"{"seq":4,"at":0.400000,"state":{"count":31}}"#))
    }

    @Test func anOpaqueLastStepLeavesTheBundleUnconfirmed() throws {
        let lines = Array(gapped[..<2]) + [#"{"seq":2,"at":0.200000,"opaque":"callback"}"#]
        let bundle = try CrashBundle(of: journal(lines), program: CounterProgram(), last: 2)
        #expect(
            text(bundle)
                == sealed(header(#"{"states":2,"last":{"seq":2,"reduced":true}}"#), lines[0], lines[1], lines[2]))
    }

    // MARK: - Without a program

    @Test func withoutAProgramItBeginsAtARecordedState() throws {
        let bundle = try CrashBundle(of: journal(recording), last: 2)
        #expect(
            text(bundle)
                == sealed(
                    header(#"{"states":3,"last":{"seq":5,"reduced":true}}"#), recording[6], recording[3], recording[4],
                    recording[5], recording[7]))
        #expect(bundle.first == 2)
    }

    @Test func withoutAProgramALimitMovesTheBeginningToTheNextRecordedState() throws {
        let journal = try journal(recording)
        let short = try CrashBundle(of: journal, last: 2)
        let bundle = try CrashBundle(of: journal, last: 5, limit: short.bytes.count + 10)
        let lines = text(bundle).split(separator: "\n")
        #expect(lines.dropFirst() == text(short).split(separator: "\n").dropFirst())
        #expect(sealed(header(#"{"states":3,"asked":5,"last":{"seq":5,"reduced":true}}"#)) == lines[0] + "\n")
    }

    @Test func withoutAProgramALimitBelowTheLastRecordedStateThrows() throws {
        let error = #expect(throws: BundleError.self) { try CrashBundle(of: journal(recording), last: 5, limit: 400) }
        let short = try CrashBundle(of: journal(recording), last: 2)
        #expect(
            error == .tooLarge(file: "run.jsonl", bytes: short.bytes.count + #","asked":5"#.utf8.count, limit: 400))
    }

    @Test func anUndecodableActionThrowsTheErrorOfReplay() throws {
        let lines = [recording[0], #"{"seq":1,"at":0.100000,"action":{"added":{}}}"#, recording[2]]
        let error = #expect(throws: BundleError.self) {
            try CrashBundle(of: journal(lines), program: CounterProgram(), last: 1)
        }
        #expect(
            error?.description.hasPrefix("run.jsonl, line 3: the program cannot decode the action of step 1: ") == true)
    }
}
