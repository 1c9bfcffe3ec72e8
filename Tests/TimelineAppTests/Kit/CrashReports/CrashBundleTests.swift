import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

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
        return try Journal(bytes: Array(sealed([own] + lines).utf8), name: "run.jsonl").sound()
    }

    private func text(_ bundle: CrashBundle) -> String { String(decoding: bundle.bytes, as: UTF8.self) }

    @Test func theBytesOfABundle() throws {
        let bundle = try CrashBundle(
            of: journal(recording), program: TotalProgram(), last: 2, ending: .init(signal: "SIGILL", exitStatus: 132)
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

    /// A bundle of the last steps of a run, all drawn as in `counterLines`.
    struct Example: Sendable {
        var run: String
        /// The `bundle` of the run's header: its last step did not return.
        var crash: String?
        var last: Int
        var isReplayed = true
        var part: ClosedRange<Int>?
        var note: String
        var bundle: String
    }

    private static let crashed = #"{"states":5,"last":{"seq":5,"reduced":false},"signal":"SIGTRAP","status":5}"#

    @Test(arguments: [
        Example(run: "=0", last: 5, note: #"{"states":0,"last":{"seq":0,"reduced":true}}"#, bundle: "=0"),
        // A last step that did not return is kept, and not reduced.
        Example(
            run: "=0 + + + + +", crash: crashed, last: 2,
            note: crashed.replacing(#""states":5"#, with: #""states":2"#), bundle: "=3@3 + + =4@4"),
        Example(
            run: "=0 + + + + +", crash: crashed, last: 1,
            note: crashed.replacing(#""states":5"#, with: #""states":1"#), bundle: "=4@4 +"),
        // The confirming state follows a snapshot that is late, and is left out where a later state is recorded.
        Example(
            run: "=3@3 + !1 =9", crash: #"{"states":2,"last":{"seq":5,"reduced":false}}"#, last: 2,
            note: #"{"states":2,"last":{"seq":5,"reduced":false}}"#, bundle: "=3@3 + !1 =9"),
        Example(
            run: "=0 ? + + =10@1", crash: #"{"states":3,"last":{"seq":3,"reduced":false}}"#, last: 3,
            note: #"{"states":3,"last":{"seq":3,"reduced":false}}"#, bundle: "=0 ? + + =10@1 =11@2"),
        // A bundle does not begin inside a gap. A gap is kept with the state after it.
        Example(
            run: "=0 !4 =30@3 =40@4 +", last: 2, note: #"{"states":1,"last":{"seq":5,"reduced":true}}"#,
            bundle: "=40@4 + =41"),
        Example(
            run: "=0 + !3 =40 + +", last: 3, note: #"{"states":2,"last":{"seq":6,"reduced":true}}"#,
            bundle: "=40@4 + + =42"),
        Example(
            run: "=0 + !3 =40 + +", last: 5, note: #"{"states":5,"last":{"seq":6,"reduced":true}}"#,
            bundle: "=1@1 !3 =40 + + =42"),
        // A late snapshot is kept where it was. After an opaque last step, nothing confirms the bundle.
        Example(
            run: "=0 + + ? =2@2 =30@3 +", last: 3, note: #"{"states":3,"last":{"seq":4,"reduced":true}}"#,
            bundle: "=1@1 + ? =2@2 =30@3 + =31"),
        Example(run: "=0 + ?", last: 2, note: #"{"states":2,"last":{"seq":2,"reduced":true}}"#, bundle: "=0 + ?"),
        // Without a program it begins at a recorded state.
        Example(
            run: "=0 + + + + =2@2 +", last: 2, isReplayed: false,
            note: #"{"states":3,"last":{"seq":5,"reduced":true}}"#, bundle: "=2@2 + + +"),
        // A part before the step that crashed has no crash. One that ends in a gap ends before it.
        Example(
            run: "=0 + + + + +", crash: crashed, last: 2, part: 1...3,
            note: #"{"states":2,"last":{"seq":3,"reduced":true}}"#, bundle: "=1@1 + + =3"),
        Example(
            run: "=0 + + !3 =40 + +", last: 1, part: 1...3, note: #"{"states":1,"last":{"seq":2,"reduced":true}}"#,
            bundle: "=1@1 + =2"),
    ])
    func aBundleHoldsTheLastStepsAndWhatConfirmsThem(_ example: Example) throws {
        let run = try journal(bundle: example.crash, counterLines(example.run))
        let program = example.crash == nil ? TotalProgram() : unreduced
        let bundle =
            try example.isReplayed
            ? CrashBundle(of: run, program: program, last: example.last, part: example.part)
            : CrashBundle(of: run, last: example.last)
        #expect(text(bundle) == sealed([header(example.note)] + counterLines(example.bundle)))

        let cut = try Journal(bytes: bundle.bytes).sound()
        var replayer = Replayer(program, cut)
        if !example.run.hasSuffix("?") { while try replayer.next() != nil {} }
        #expect(replayer.divergence == nil)
        if example.isReplayed {
            #expect(try text(CrashBundle(of: cut, program: program, last: example.last)) == text(bundle))
        }
    }

    private let unreduced = TotalProgram { state, action in
        if state.count == 4 { Issue.record("the step that crashed is reduced again") }
        reduceTotal(&state, action)
    }

    // MARK: - Sizes

    @Test func overTheLimitTheConfirmingStateIsDroppedBeforeTheOldestSteps() throws {
        let journal = try journal(recording)
        let full = try CrashBundle(of: journal, program: TotalProgram(), last: 3)
        var seen: [String] = []
        for limit in (0...full.bytes.count).reversed() {
            guard let bundle = try? CrashBundle(of: journal, program: TotalProgram(), last: 3, limit: limit) else {
                break
            }
            #expect(bundle.bytes.count <= limit)
            let made = try Journal(bytes: bundle.bytes).sound()
            let picture = try "\(bundle.first)-\(made.index.last), \(made.index.snapshots) states"
            if seen.last != picture { seen.append(picture) }
        }
        #expect(
            seen == [
                "2-5, 2 states", "2-5, 1 states", "3-5, 2 states", "3-5, 1 states", "4-5, 2 states", "4-5, 1 states",
            ])
    }

    @Test func aLimitBelowOneStateAndOneStepThrows() throws {
        let message = errorMessage {
            try CrashBundle(of: journal(recording), program: TotalProgram(), last: 3, limit: 100)
        }
        let smallest =
            try CrashBundle(of: journal(recording), program: TotalProgram(), last: 1).bytes.count
            - sealed(#"{"seq":5,"at":0.500000,"state":{"count":5}}"#).utf8.count + #","asked":3"#.utf8.count
        #expect(
            message == "it takes at least \(smallest) bytes, for one state and the steps after it, and may take 100")
    }

    /// With the program, past a gap; without it, to the next recorded state.
    @Test(arguments: [true, false])
    func aLimitMovesTheBeginningToTheNextKnownState(isReplayed: Bool) throws {
        let journal = try journal(counterLines("=0 + !3 =40 + +"))
        func bundle(_ count: Int, _ limit: Int = .max) throws -> CrashBundle {
            try isReplayed
                ? CrashBundle(of: journal, program: TotalProgram(), last: count, limit: limit)
                : CrashBundle(of: journal, last: count, limit: limit)
        }
        let short = try bundle(2)
        let lines = text(try bundle(6, short.bytes.count + 10)).split(separator: "\n")
        #expect(lines.dropFirst() == text(short).split(separator: "\n").dropFirst())
        #expect(sealed(header(#"{"states":2,"asked":6,"last":{"seq":6,"reduced":true}}"#)) == lines[0] + "\n")
        let least = short.bytes.count + #","asked":6"#.utf8.count
        if !isReplayed {
            #expect(throws: BundleError.tooLarge(bytes: least, limit: 300)) { try bundle(6, 300) }
        }
    }

    // MARK: - What cannot be known

    @Test func aRunWithoutAFirstStateHasNoBundle() throws {
        let journal = try journal([])
        #expect(errorMessage { try CrashBundle(of: journal, last: 5) } == "no state with all steps after it is on file")
        #expect(
            errorMessage { try CrashBundle(of: journal, program: TotalProgram(), last: 5) }
                == "the state after step 0 of run.jsonl cannot be known: the run ended before its first state was written"
        )
    }

    @Test func aBundleDoesNotBeginAtAStateSetDuringTheCrash() throws {
        let journal = try journal(bundle: #"{"states":2,"last":{"seq":2,"reduced":false}}"#, counterLines("=0 ? :7"))
        #expect(
            errorMessage { try CrashBundle(of: journal, program: TotalProgram(), last: 1) }
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
        let bundle = try CrashBundle(of: journal(lines), program: TotalProgram(), last: 1)
        #expect(
            text(bundle)
                == sealed(
                    header(#"{"states":1,"last":{"seq":5,"reduced":true}}"#),
                    #"{"seq":4,"at":0.500000,"state":{"count":40}}"#, lines[3],
                    #"{"seq":5,"at":0.500000,"state":{"count":41}}"#))
    }

    @Test func anUndecodableActionThrowsTheErrorOfReplay() throws {
        let lines = [recording[0], #"{"seq":1,"at":0.100000,"action":{"added":{}}}"#, recording[2]]
        let message = errorMessage { try CrashBundle(of: journal(lines), program: TotalProgram(), last: 1) }
        #expect(message.hasPrefix("run.jsonl, line 3: the program cannot decode the action of step 1: "))
    }
}
