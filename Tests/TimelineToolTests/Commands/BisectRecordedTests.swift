import TestHarness
import Testing

/// Searches that need no program, because every state that they probe is on file.
@Suite(.ownThreads)
struct BisectRecordedTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.text(Self.onFile)]) }

    private let backAndForth = "It turned bad more than once: bad after 3–4, 6–8."
    private let notLookedAt = """
        Not every state was judged, so it may have turned bad more than once.
        --first judges all up to the first bad one, --all judges every one.
        """

    /// A run of a program that no tool here holds, with every state on file.
    private static let onFile: [String] = {
        let counts = [0, 1, 6, -4, -3, 0, -1, -2, -1]
        let states = counts.enumerated().map { #"{"seq":\#($0),"at":0.\#($0)00000,"state":{"count":\#($1)}}"# }
        let steps = Recorded.lines.filter { $0.contains(#""action""#) }
        return [Recorded.header.replacing(#""counter""#, with: #""notes""#), states[0]]
            + zip(steps, states.dropFirst()).flatMap { [$0, $1] }
    }()

    @Test(arguments: [["--bad", "$.count < 0"], ["--run", #"read state; test "${state%-*}" = "$state""#]])
    func noProgramIsNeededIfEveryStateIsOnFile(_ judge: [String]) throws {
        for (how, search, course) in [
            ([], "Found with 5 probes of 9 states.", judge[0] == "--bad" ? backAndForth : notLookedAt),
            (
                ["--first"], "Found by judging 4 of 9 states, in order.",
                "Every state before it, from step 0 on, was good; --all also judges those after it."
            ),
            (
                ["--all"], "Found by judging 9 of 9 states, in order.",
                "The state was bad after these steps:\n  3 to 4\n  6 to 8"
            ),
        ] {
            let answer = try sandbox.run(["bisect", "run.jsonl"] + judge + how, with: "bare-timeline")
            let why = judge[0] == "--bad" ? judge[1] : "`\(judge[1])` fails"
            #expect(
                answer
                    == .found(
                        why, search, "The states before and after it are on file; it was not reduced again.", course))
        }
    }

    /// Step 4 is not probed by the search, but by a scan.
    @Test func aProgramIsNeededOnlyForProbedStates() throws {
        let lines = Self.onFile.filter { !$0.hasPrefix(#"{"seq":7,"at":0.700000,"state""#) }
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        let answer = try sandbox.run(
            ["bisect", "run.jsonl", "--run", #"read state; test "${state%-*}" = "$state""#], with: "bare-timeline")
        #expect(answer.status == 0)
        let scanned = try sandbox.run(
            ["bisect", "run.jsonl", "--bad", "$.count < -9", "--first"], with: "bare-timeline")
        #expect(scanned.status == 69)
        #expect(
            scanned.errors.hasPrefix(#"Error: run.jsonl was recorded by the program "notes", and this command needs"#))
        let judged = try sandbox.run(["bisect", "run.jsonl", "--invariant", "any"], with: "bare-timeline")
        #expect(judged.status == 69)
    }

    /// The state before it is on file, and is not used in its place.
    @Test(arguments: [(4, []), (1, ["--first"]), (3, ["--first"]), (3, ["--all"])])
    func aStateThatIsNotOnFileRequiresAProgram(_ step: Int, _ how: [String]) throws {
        let lines = Self.onFile.filter { !$0.hasPrefix(#"{"seq":\#(step),"at":0.\#(step)00000,"state""#) }
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        let answer = try sandbox.run(
            ["bisect", "run.jsonl", "--bad", "$.count < 0"] + how, with: "bare-timeline")
        #expect(answer.status == 69 && answer.output.isEmpty, "\(answer)")
    }
}
