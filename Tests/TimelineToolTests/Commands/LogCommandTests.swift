import Testing

struct LogCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func everyStepIsALine() throws {
        let log = try sandbox.run(["log", "run.jsonl"])
        #expect(
            log
                == Finished(
                    output: """
                              1     0.100  user      increment
                              2     0.200  user      add {"amount":5}
                              3     0.300  effect    add {"amount":-10}
                              3     0.350            mark %before reset
                              4     0.400  user      increment
                              5     0.500  user      reset
                              6     0.600  user      add {"amount":-1}
                              7     0.700  user      add {"amount":-1}
                              8     0.800  user      increment

                        """))
    }

    @Test func aConditionChoosesSteps() throws {
        let log = try sandbox.run(["log", "run.jsonl", "--where", "$.add.amount < 0"])
        #expect(
            log
                == Finished(
                    output: """
                              3     0.300  effect    add {"amount":-10}
                              6     0.600  user      add {"amount":-1}
                              7     0.700  user      add {"amount":-1}

                        """))
    }

    @Test func whereNothingMatchesItSaysSo() throws {
        let log = try sandbox.run(["log", "run.jsonl", "--where", "$.crash", "--from", "2", "--to", "-1"])
        #expect(log == Finished(errors: "Error: no step from 2 to 7 fulfils $.crash\n", status: 1))
    }

    @Test func positionsChooseAStretch() throws {
        let log = try sandbox.run(["log", "run.jsonl", "--from", "-5", "--to", "@0.45s"])
        #expect(
            log
                == Finished(
                    output: """
                              3     0.300  effect    add {"amount":-10}
                              3     0.350            mark %before reset
                              4     0.400  user      increment

                        """))
    }

    @Test func linesAreGivenAsTheyAreOnFile() throws {
        let odd = #"{ "at": 0.30, "seq": 3, "action": {"add": {"amount": -1e1}}, "note": "by hand" }"#
        let log = try sandbox.run(
            ["log", "-", "--json", "--from", "3", "--to", "4"], input: Recorded.run(line: 5, odd))
        #expect(log == Finished(output: Recorded.text([odd] + Recorded.lines[5...6])))
    }
}
