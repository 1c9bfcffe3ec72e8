extension BadInput {
    /// Timelines whose program is not found.
    static let programs = [
        BadInput(
            "a program that is not found", ["replay", "run.jsonl"],
            ["run.jsonl": Recorded.run], tool: "bare-timeline",
            status: 69,
            errors: """
                Error: run.jsonl was recorded by the program "counter", and this command needs an executable that holds its reducer.
                Looked for an executable:
                  counter-timeline on the PATH
                """ + Self.sixLines),
        BadInput(
            "a program that is not found, for a state", ["state", "run.jsonl", "3"],
            ["run.jsonl": Recorded.run], tool: "bare-timeline",
            status: 69,
            errors: """
                Error: the state after step 3 is not in the file (the nearest are those after 0 and 4), so it requires replay.
                run.jsonl was recorded by the program "counter", and this command needs an executable that holds its reducer.
                Looked for an executable:
                  counter-timeline on the PATH
                """ + Self.sixLines),
        BadInput(
            "a program that is not found, for a recording", ["record", "--program", "counter"], tool: "bare-timeline",
            status: 69,
            errors: """
                Error: the actions are those of the program "counter", and this command needs an executable that holds its reducer.
                Looked for an executable:
                  counter-timeline on the PATH
                """ + Self.sixLines),
        BadInput(
            "--program that points to nothing", ["replay", "run.jsonl", "--program", "./nowhere"],
            ["run.jsonl": Recorded.run],
            status: 69,
            errors: """
                Error: run.jsonl was recorded by the program "counter", and this command needs an executable that holds its reducer.
                Looked for an executable:
                  ./nowhere (--program)
                """ + Self.sixLines),
        BadInput(
            "TIMELINE_PROGRAM that points to nothing", ["replay", "run.jsonl"],
            ["run.jsonl": Recorded.run], tool: "bare-timeline", environment: ["TIMELINE_PROGRAM": "./nowhere"],
            status: 69,
            errors: """
                Error: run.jsonl was recorded by the program "counter", and this command needs an executable that holds its reducer.
                Looked for an executable:
                  ./nowhere (TIMELINE_PROGRAM)
                """ + Self.sixLines),
        BadInput(
            "an executable that holds another program", ["replay", "run.jsonl", "--program", "./bare-timeline"],
            ["run.jsonl": Recorded.run],
            status: 69,
            errors: """
                Error: run.jsonl was recorded by the program "counter", but ./bare-timeline holds the program "other"
                """),
        BadInput(
            "an executable that is no timeline", ["replay", "run.jsonl", "--program", "./run.jsonl"],
            ["run.jsonl": Recorded.run],
            status: 69,
            errors: """
                Error: run.jsonl was recorded by the program "counter", and this command needs an executable that holds its reducer.
                Looked for an executable:
                  ./run.jsonl (--program)
                """ + Self.sixLines),
        BadInput(
            "a name that leads elsewhere", ["replay", "run.jsonl"],
            ["run.jsonl": Recorded.run(header: "counter", "../../bin/counter")],
            status: 69,
            errors: """
                Error: run.jsonl was recorded by the program "../../bin/counter", and this command needs an executable that holds its reducer.
                Looked for an executable:
                  nowhere: a program's name must be 1 to 64 lower-case letters, digits and hyphens, beginning with a letter or a digit
                Pass the path of the executable with --program or TIMELINE_PROGRAM.
                """),
        BadInput(
            "actions of another program", ["record", "--program", "other"], input: "1\n",
            status: 69,
            errors: """
                Error: the actions are those of the program "other", and this command needs an executable that holds its reducer.
                Looked for an executable:
                  other-timeline on the PATH
                To make one, create the executable target other-timeline with these lines:

                  import OtherCore
                  import TimelineTool

                  @main struct OtherTimeline: ProgramExecutable {
                      static let program = OtherProgram()
                  }

                Build it, and put it on the PATH or set TIMELINE_PROGRAM to its path.
                """),
    ]

    /// The end of the message where an executable is missing.
    private static let sixLines = """

        To make one, create the executable target counter-timeline with these lines:

          import CounterCore
          import TimelineTool

          @main struct CounterTimeline: ProgramExecutable {
              static let program = CounterProgram()
          }

        Build it, and put it on the PATH or set TIMELINE_PROGRAM to its path.
        """
}
