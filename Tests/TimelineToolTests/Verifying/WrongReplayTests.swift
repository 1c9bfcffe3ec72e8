import Foundation
import Testing
import TimelineKit
import TimelineTestPrograms
import TimelineTestSupport

/// Reducers that read from outside, and states that are shared, recorded and verified with default options.
@Suite(.ownThreads)
struct WrongReplayTests {
    private let sandbox = Sandbox()

    private func record<State: CaseState>(
        _ actions: [(State) -> State.Action], _ options: RecorderOptions = RecorderOptions(),
        to file: String = "run.jsonl"
    ) {
        RecordedSession.record(actions, of: CaseProgram<State>(), to: "\(sandbox.folder)/\(file)", options)
    }

    @Test func aDependencyThatTheReducerAsksIsFoundInTheStepThatAsked() throws {
        record([{ (_: OutsideState) in .recordTapped }, { _ in .recordTapped }])
        let denied = ["PERMISSION": "denied"]
        let finished = try sandbox.run(["verify", "run.jsonl"], with: "outside-timeline", environment: denied)
        #expect(
            finished.output == """
                run.jsonl: replay differs from the recording after step 1.
                Step 1 gave a different state than when recorded (recorded → replayed):
                  + $.alert  "denied"
                50 replays here and 16 in other processes agree, and not with the recording:
                the reducer has changed since, or it reads something from outside: a dependency, a clock, a global.

                """)
        // What the program prints is shown once.
        let errors = finished.errors.replacing(/\d+/, with: "66")
        #expect(errors == "run.jsonl: asked\nrun.jsonl: asked … (and 66 times more)\n")
        let state = try sandbox.run(
            ["state", "run.jsonl", "2", "--fresh"], with: "outside-timeline", environment: denied)
        #expect(state.errors == "asked\nasked … (and 3 times more)\n")
    }

    @Test func aReferenceThatStatesShareIsFoundInTheStepThatChangesIt() throws {
        record([1, 2, 3].map { number in { (_: SharedState) in number } })
        let finished = try sandbox.run(["verify", "run.jsonl"], with: "shared-timeline")
        #expect(
            finished.output == """
                run.jsonl: can't tell. Step 1 changes a state that was kept from before it, at $.box.n:
                the state has no value semantics, as it holds an object of a class that is changed in place; use a struct.

                """)
    }

    /// With `.every(100)`, replay traps before the first state that could differ.
    @Test func anIdentifierThatIsNotGeneratedIsFoundInTheStepThatMadeIt() throws {
        func verified(_ snapshots: SnapshotPolicy) throws -> String {
            let actions: [(OutsideState) -> OutsideState.Action] = [
                { _ in .addTapped }, { _ in .addTapped }, { .removeTapped($0.items[1]) },
            ]
            record(actions, RecorderOptions(snapshots: snapshots), to: snapshots.text)
            let finished = try sandbox.run(["verify", snapshots.text], with: "outside-timeline")
            return finished.output.replacing(/"[0-9A-F-]+["…]/, with: "ID")
        }
        #expect(
            try verified(.balanced) == """
                balanced: replay differs from the recording after step 1.
                Step 1 gave a different state than when recorded (recorded → replayed):
                    $.items[0]  ID → ID
                The reducer is not deterministic: two replays in one process differ after step 1, at $.items[0].

                """)
        #expect(
            try verified(.every(100)) == """
                every 100 steps: replay cannot take step 3 as recorded: the reducer traps in this step, which the recording survived.
                The reducer is not deterministic: a replay in another process differs after step 1, at $.items[0].
                It may depend on the order of a set or a dictionary, on a global, a clock or a dependency.

                """)
    }
}
