import Testing

@testable import TimelineTestPrograms
@testable import TimelineDebugger

struct CommandPredicateTests {
    @Test(arguments: [
        (0, Verdict.good), (1, .bad), (2, .bad), (124, .bad), (125, .cannotTell),
    ])
    func theStatusIsTheVerdict(status: Int, verdict: Verdict) throws {
        #expect(try CommandPredicate<Counter>("exit \(status)").verdict(on: Counter(count: 1)) == verdict)
    }

    /// From status 128 on, and where a command cannot run, there is no verdict.
    @Test(arguments: [
        ("exit 128", "exited with status 128"), ("exit 129", "exited with status 129"),
        ("exit 255", "exited with status 255"),
        ("/nowhere/at-all 2>&-", "exited with status 127: the shell did not find a command"),
        ("/etc/passwd 2>&-", "exited with status 126: the shell could not run a command"),
        ("exit 126", "exited with status 126: the shell could not run a command"),
        ("kill -KILL $$; exit 0", "was ended by signal 9"), ("kill -TERM $$; exit 0", "was ended by signal 15"),
        ("kill -PIPE $$; exit 0", "was ended by signal 13"), ("kill -USR1 $$; exit 0", "was ended by signal 10"),
    ])
    func anyOtherEndStopsTheSearch(command: String, how: String) {
        #expect(throws: CommandPredicateError(command: command, how: how)) {
            try CommandPredicate<Counter>(command).verdict(on: Counter(count: 1))
        }
    }

    @Test func theCommandReadsTheStateAsOneLineOfJSON() throws {
        let command = #"[ "$(od -An -c | tr -d ' \n')" = '{"count":-7}\n' ]"#
        #expect(try CommandPredicate<Counter>(command).verdict(on: Counter(count: -7)) == .good)
        #expect(try CommandPredicate<Counter>(command).verdict(on: Counter(count: 7)) == .bad)
    }

    @Test func aLargeStateIsPassedWhole() throws {
        let state = String(repeating: "x", count: 3_000_000)
        #expect(try CommandPredicate<String>("[ $(wc -c) -eq 3000003 ]").verdict(on: state) == .good)
    }

    /// More than a pipe holds, so the command ends before all input is written.
    @Test(arguments: ["exit 1", "head -c 10 >/dev/null; exit 1", "exec <&-; sleep 0.1; exit 1"])
    func aCommandNeedNotReadItsInput(command: String) throws {
        let state = String(repeating: "x", count: 1_000_000)
        #expect(try CommandPredicate<String>(command).verdict(on: state) == .bad)
    }

    @Test func theOutputOfTheCommandGoesToStandardError() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            let predicate = CommandPredicate<Counter>("echo heard; echo said >&2; cat")
            let verdict = try predicate.verdict(on: Counter(count: 5))
            #expect(verdict == .good)
        }
        #expect(!String(decoding: result.standardOutputContent, as: UTF8.self).contains("heard"))
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("heard\nsaid\n{\"count\":5}\n"))
    }

    @Test func concurrentCommandsEachReadTheirWholeInput() async throws {
        let verdicts = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let expected: Verdict = number % 2 == 0 ? .good : .bad
                    let predicate = CommandPredicate<Counter>(#"case "$(cat)" in *[02468]}) ;; *) exit 1; esac"#)
                    return try predicate.verdict(on: Counter(count: number)) == expected
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(verdicts == Array(repeating: true, count: 24))
    }
}
