import Foundation
import Testing
import TimelineTestPrograms
import TimelineTestSupport

/// Reducers that print, end or copy the process, close its descriptors or never return: none of them speaks for the tool.
///
/// Each command meets a hostility, and each hostility two commands or more; all of them with `TIMELINE_HARNESS=full`.
@Suite(.ownThreads) struct HostileReducerTests {
    private static let recording = Result {
        let sandbox = Sandbox()
        let actions =
            ["1", "1", "1", "1"].map { #"{"added":{"_0":\#($0)}}"# } + [#"{"tagged":{"_0":"hostile"}}"#]
            + Array(repeating: #"{"added":{"_0":1}}"#, count: 4)
        let recorded = try sandbox.run(
            ["record", "--program", "mutant", "-o", "run.jsonl"], with: "mutant-timeline",
            input: actions.joined(separator: "\n") + "\n")
        #expect(recorded.status == 0)
        return try sandbox.read("run.jsonl")
    }

    private let sandbox: Sandbox

    init() throws { sandbox = Sandbox(["run.jsonl": try Self.recording.get()]) }

    /// Commands that reduce the hostile step, and write to standard output alone.
    private static let commands = [
        ["replay", "run.jsonl", "--verify"], ["bisect", "run.jsonl", "--bad", "$.total > 6"],
        ["state", "run.jsonl", "7"],
        ["diff", "run.jsonl", "2", "7"], ["when", "run.jsonl", "$.total > 2"], ["blame", "run.jsonl", "$.total"],
        ["log", "run.jsonl", "--json", "--touching", "$.total"], ["bundle", "run.jsonl", "--last", "2", "-o", "-"],
        ["view", "run.jsonl", "-o", "-"],
    ]
    private static let minimize = ["minimize", "run.jsonl", "--bad", "$.total > 6", "-o", "-"]
    private static let searches = [
        minimize, ["verify", "run.jsonl", "--repeat", "2"], ["explore", "run.jsonl", "--steps", "500"],
        ["triage", "run.jsonl", "--bad", "$.total > 6"],
    ]

    private static func pairs(
        _ commands: [[String]], _ chosen: KeyValuePairs<Hostility, [String]>
    ) -> [(command: [String], hostility: Hostility)] {
        chosen.flatMap { hostility, names in
            commands.filter { Harness.isFull || names.contains($0[0]) }.map { ($0, hostility) }
        }
    }

    private func run(_ command: [String], _ hostility: Hostility?) throws -> Finished {
        var environment = ["TIMELINE_TIMEOUT": "2"]
        environment["MUTANT_HOSTILITY"] = hostility?.rawValue
        return try sandbox.run(command, with: "mutant-timeline", environment: environment, timeout: .seconds(60))
    }

    @Test(arguments: pairs(commands + [minimize], [.print: ["bundle", "blame", "minimize"]]))
    func whatAReducerPrintsIsNotInTheAnswer(command: [String], hostility: Hostility) throws {
        let quiet = try run(command, nil)
        #expect(quiet.status == 0)
        let printing = try run(command, hostility)
        #expect(printing.output == quiet.output)
        #expect(printing.status == quiet.status)
        // The runs that `minimize` tries are reduced in a process whose output is discarded.
        let printed = /printed \\u\{1B\}\[31m by a reducer( … \(and .* more\))?\n/
        #expect(printing.errors.contains(printed) || command[0] == "minimize")
        #expect(printing.errors.replacing(printed, with: "") == quiet.errors)
    }

    @Test(
        arguments: pairs(
            commands + searches,
            [.fork: ["verify", "when"], .leave: ["explore", "minimize"], .spawn: ["triage", "view"]]))
    func aReducerThatStartsAProcessIsNamedAndLeavesNone(command: [String], hostility: Hostility) throws {
        let finished = try run(command, hostility)
        #expect(finished.status == 2, "\(finished)")
        let text = finished.output + finished.errors
        #expect(text.contains(/(reducer of step 5|its reducer) started a process/), "\(finished)")
        let left =
            #"for p in /proc/[0-9]*; do if [ "$(readlink $p/cwd)" = "$PWD" -a $p != /proc/$$ ]; then cat $p/comm; fi; done"#
        #expect(try sandbox.shell(left).output == "")
    }

    @Test(
        arguments: pairs(
            commands,
            [
                .exit: ["replay", "bundle"], .quickExit: ["bisect", "view"], .kill: ["state", "log"],
                .terminate: ["diff", "when"],
            ]))
    func aReducerThatEndsTheProcessIsNamed(command: [String], hostility: Hostility) throws {
        let how: [Hostility: String] = [.kill: "was ended by SIGKILL", .terminate: "was ended by SIGTERM"]
        let before = sandbox.files()
        #expect(
            try run(command, hostility)
                == Finished(
                    errors: """
                        Error: can't tell: the process that runs the program \(how[hostility] ?? "exited with status 0") in \
                        the reducer of step 5, so there is no answer.

                        """, status: 2))
        #expect(sandbox.files() == before)
    }

    @Test(arguments: pairs(commands, [.hang: ["blame", "view"]]))
    func aReducerThatNeverReturnsIsNamed(command: [String], hostility: Hostility) throws {
        #expect(
            try run(command, hostility)
                == Finished(
                    errors: """
                        Error: can't tell: the reducer of step 5 did not return within 2 seconds. TIMELINE_TIMEOUT sets \
                        another limit, in seconds; 0 is none.

                        """, status: 2))
    }

    @Test(arguments: pairs(commands, [.closeAll: ["replay", "bundle"]]))
    func aReducerThatClosesDescriptorsLeavesNoAnswer(command: [String], hostility: Hostility) throws {
        let finished = try run(command, hostility)
        #expect(finished.status == 2)
        #expect(finished.output.isEmpty)
        #expect(
            finished.errors.wholeMatch(
                of:
                    /Error: can't tell: the program closed descriptors of this process, in the reducer of step [5-9] or before, so there is no answer.\n/
            ) != nil, "\(finished.errors)")
    }

    @Test func theSupervisedProcessEndsWithTheTool() throws {
        let tool = try sandbox.start(["serve", "run.jsonl"], with: "mutant-timeline")
        let address = try ServedAddress(of: tool)
        let client = try PageClient(address)
        _ = try client.next("page")
        _ = try tool.end(SIGKILL)
        // The page's connection ends when the process that serves it does.
        while case .json = try client.next() {}
        #expect(throws: (any Error).self) { try PageClient(address).next("page") }
    }
}
