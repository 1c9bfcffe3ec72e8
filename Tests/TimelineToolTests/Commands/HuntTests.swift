import Synchronization
import Testing
import TimelineJournal
import TimelineTestPrograms
import TimelineTestSupport

@testable import TimelineKit

/// Three bugs of a shop are found with the tool alone, fixed, and verified as fixed by the tool.
@Suite(.ownThreads)
struct HuntTests {
    private let sandbox: Sandbox

    /// A recording of 500 actions, the same each time: an action each tenth of a second, and each snapshot written before
    /// the next action.
    init() throws {
        sandbox = try Sandbox()
        let program = ShopProgram()
        let ticks = Mutex<Int64>(0)
        let run = RunIdentity(session: "00000000-0000-4000-8000-000000000000", started: "2026-11-21T04:31:05.123456Z") {
            ticks.withLock { ticks in
                ticks += 1
                return Moment(microseconds: ticks * 100_000)
            }
        }
        let recorder = Recorder(
            program: program.name, version: program.version, initialState: program.initialState,
            in: .file("\(sandbox.folder)/run.jsonl"),
            options: RecorderOptions(snapshots: .every(20), onProblem: { fatalError("\($0)") }), run: run,
            encoding: .of(program))
        let reduce = recorder.recording(program.reduce)
        var state = program.initialState
        for action in Self.actions() {
            reduce(&state, action)
            recorder.waitForSnapshots()
        }
        recorder.finish()
    }

    private static func actions() -> [ShopAction] {
        var random = Seed(7)
        return (0..<500).map { _ in
            let product = ShopProgram.product(Int.random(in: 0..<40, using: &random))
            return switch Int.random(in: 0..<100, using: &random) {
            case ..<45: .added(product)
            case ..<55: .removed(product)
            case ..<60: .undoTapped
            case ..<84: .favoriteToggled(product)
            case ..<86: .withdrawn(product)
            case ..<93: .payTapped
            case ..<98: .paymentSucceeded
            default: .paymentFailed(reason: "no network")
            }
        }
    }

    private func hunted(_ arguments: [String], fixing bug: ShopProgram.Bug? = nil) throws -> Finished {
        try sandbox.run(
            ["bisect", "run.jsonl", "--first"] + arguments, with: "shop-timeline",
            environment: bug.map { ["SHOP_FIXED": $0.rawValue] } ?? [:])
    }

    @Test(arguments: [
        (ShopProgram.Bug.undoLeavesTotal, "--invariant", "the total is the sum of the prices", 2, "undoTapped"),
        (
            .withdrawnStaysFavorite, "--invariant", "every favorite is in the catalog", 75,
            #"withdrawn {"_0":"00000000-0000-4000-8000-000000000027"}"#
        ),
        (
            .failedPaymentGoesOn, "--bad", "$.isPaying && $.error", 237,
            #"paymentFailed {"reason":"no network"}"#
        ),
    ])
    func aBugIsFoundAndVerifiedAsFixed(
        _ bug: ShopProgram.Bug, _ option: String, _ rule: String, _ step: Int, _ action: String
    ) throws {
        let (bad, good) =
            option == "--bad"
            ? (rule, "\(rule) is false") : ("the invariant \"\(rule)\" is broken", "the invariant \"\(rule)\" holds")
        let found = try hunted([option, rule])
        #expect(found.status == 0)
        #expect(found.output.hasPrefix("Step \(step) turned the state bad: \(bad).\n"), "\(found)")
        #expect(found.output.contains("\n  action  \(action)\n"), "\(found)")
        #expect(
            try hunted([option, rule, "--fresh"], fixing: bug)
                == Finished(
                    output: """
                        No step turned the state bad: \(good) for all 501 states, after steps 0 to 500.
                        By a fresh replay, which used no snapshot after the first.

                        """, status: 1))
    }

    /// The old reducer made the snapshots: a difference from them is no bug of the present one.
    @Test func noStepIsBlamedForASnapshotOfTheOldReducer() throws {
        #expect(
            try hunted(["--invariant", "the total is the sum of the prices"], fixing: .undoLeavesTotal)
                == Finished(
                    output: """
                        Can't tell which step turned the state bad: replay and recording disagree after
                        step 80.
                        At least one of steps 61 to 80 gave a different state than when recorded (recorded → replayed):
                            $.cart.total     10442 → 8793
                            $.undo[0].total  9793 → 8144
                        The reducer has changed since, or it is not pure: it reads a clock, a random
                        number, or something else outside the state. `timeline verify` finds out which.
                        If it has changed, --fresh judges the states that the present reducer makes, and
                        uses no recorded snapshot.

                        """, status: 2))
    }

    /// Replay begins at the snapshot of step 60, which the bug made, and reaches another state than that of step 80.
    @Test func aStateThatNeitherReducerLeftIsWarnedAbout() throws {
        func run(_ arguments: String..., fixing bug: ShopProgram.Bug? = nil) throws -> Finished {
            try sandbox.run(
                arguments, with: "shop-timeline", environment: bug.map { ["SHOP_FIXED": $0.rawValue] } ?? [:])
        }
        func warning(_ seq: Int) -> String {
            "Warning: replay disagrees with the state recorded after step 80, so the state after step \(seq) may differ "
                + "from the one in the app: the program has changed since, or it is not pure"
        }
        let hint = ". --fresh shows the states that the present program makes.\n"
        let total = ["state", "run.jsonl", "79", "--path", "$.cart.total"]
        #expect(try run(total[0], total[1], total[2], total[3], total[4]) == Finished(output: "10442\n"))
        #expect(
            try run(total[0], total[1], total[2], total[3], total[4], fixing: .undoLeavesTotal)
                == Finished(output: "8793\n", errors: warning(79) + hint))
        let difference = try run("diff", "run.jsonl", "79", "80", fixing: .undoLeavesTotal)
        #expect(difference.errors == warning(79) + hint)
        #expect(try run("diff", "run.jsonl", "79", "80").errors == "")
        // States on file need no reducer, and the bug does not affect those before step 60.
        #expect(try run("state", "run.jsonl", "80", fixing: .undoLeavesTotal).errors == "")
        #expect(try run("state", "run.jsonl", "59", fixing: .undoLeavesTotal).errors == "")

        let bundle = try run("bundle", "run.jsonl", "--last", "421", "-o", "-", fixing: .undoLeavesTotal)
        #expect(bundle.status == 0 && bundle.errors == warning(79) + "\n")
        #expect(try run("bundle", "run.jsonl", "--last", "421", "-o", "-").errors == "")
    }
}
