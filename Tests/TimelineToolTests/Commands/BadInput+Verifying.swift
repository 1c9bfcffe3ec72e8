extension BadInput {
    /// Invalid arguments of `verify`.
    static let verifying = [
        BadInput(
            "nothing to verify", ["verify"], status: 64,
            errors: """
                Error: Name a timeline, a folder, or --files-from.
                """ + usage),
        BadInput(
            "standard input among others", ["verify", "-", "run.jsonl"], ["run.jsonl": Recorded.run], status: 64,
            errors: """
                Error: - is one timeline: pass it without other files.
                """ + usage),
        BadInput(
            "standard input for two programs", ["verify", "-", "--against", "counter-timeline"], status: 64,
            errors: """
                Error: --against reads each timeline in two processes: name a file, not -.
                """ + usage),
        BadInput(
            "a report on standard output", ["verify", "run.jsonl", "--junit", "-"], ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --junit - and the results both use standard output: name a file.
                """ + usage),
        BadInput(
            "a time limit below 0", ["verify", "run.jsonl", "--timeout=-1"], ["run.jsonl": Recorded.run], status: 64,
            errors: """
                Error: --timeout -1: a time limit is 0 or more seconds.
                """ + usage),
        BadInput(
            "a report to replace that is not named", ["verify", "run.jsonl", "--force"], ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --force requires --junit.
                """ + usage),
        BadInput(
            "a report that exists", ["verify", "run.jsonl", "--junit", "report.xml"],
            ["run.jsonl": Recorded.run, "report.xml": ""], status: 73,
            errors: """
                Error: report.xml already exists; --force replaces it
                """),
        BadInput(
            "a list that is not there", ["verify", "--files-from", "list.txt"], status: 64,
            errors: """
                Error: cannot open list.txt: no such file or directory
                """),
        BadInput(
            "known findings that are not there", ["verify", "run.jsonl", "--accept", "known.jsonl"],
            ["run.jsonl": Recorded.run], status: 64,
            errors: """
                Error: cannot open known.jsonl: no such file or directory
                """),
        BadInput(
            "known findings of another kind", ["verify", "run.jsonl", "--accept", "run.jsonl"],
            ["run.jsonl": Recorded.run], status: 64,
            errors: """
                Error: --accept run.jsonl, line 1: expected a line of `verify --json`, with "file" and "result"
                """),
        BadInput(
            "a timeline that is not there", ["verify", "run.jsonl"], status: 65,
            output: """
                cannot open run.jsonl: no such file or directory
                """, errors: ""),
        BadInput(
            "a folder without timelines to verify", ["verify", "runs"], ["runs/notes.txt": "hello"], status: 65,
            output: """
                runs holds no timelines: no file in it ends in .jsonl
                """, errors: ""),
        BadInput(
            "a timeline of a program that is not found", ["verify", "run.jsonl"],
            ["run.jsonl": Recorded.run(header: #""counter""#, #""../other""#)], status: 69,
            output: """
                run.jsonl: recorded by the program "../other", and this executable holds "counter"
                """,
            errors: """
                Error: run.jsonl was recorded by the program "../other", and this command needs an executable that holds its reducer.
                Looked for an executable:
                  nowhere: a program's name must be 1 to 64 lower-case letters, digits and hyphens, beginning with a letter or a digit
                Pass the path of the executable with --program or TIMELINE_PROGRAM.
                """),
    ]

    private static let usage = """

        Usage: timeline verify <file> ... [--files-from <file>] [--against <program>]
                               [--accept <file>] [--junit <file>] [--force] [--json]
                               [--timeout <seconds>] [--program <path>]
          See 'timeline verify --help' for more information.
        """
}
