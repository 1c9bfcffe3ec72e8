extension BadInput {
    /// Invalid paths to hide.
    static let redacting = [
        BadInput(
            "a copy of nothing", ["redact"],
            status: 64,
            errors: """
                Error: Missing expected argument '<file> ...'
                Help:  <file>  A timeline: a file, a folder of segments, or - for standard input.
                """ + Self.usage("redact")),
        BadInput(
            "a copy for nowhere", ["redact", "run.jsonl", "--path", "$.count"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Name the copy with -o.
                """ + Self.usage("redact")),
        BadInput(
            "a copy that hides nothing", ["redact", "run.jsonl", "-o", "clean.jsonl"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Name the values to hide, with --path, --action-path, --paths or --marks.
                """ + Self.usage("redact")),
        BadInput(
            "a copy of two timelines", ["redact", "a.jsonl", "b.jsonl", "-o", "clean.jsonl", "--path", "$.count"],
            ["a.jsonl": Recorded.run, "b.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Without --check, name one timeline, not 2.
                """ + Self.usage("redact")),
        BadInput(
            "a copy and a report for standard output", ["redact", "-", "-o", "-", "--path", "$.count", "--json"],
            input: Recorded.run,
            status: 64,
            errors: """
                Error: --json and -o - both write to standard output.
                """ + Self.usage("redact")),
        BadInput(
            "a check that makes a copy", ["redact", "--check", "run.jsonl", "-o", "clean.jsonl", "--path", "$.count"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --check makes no copy: pass it without -o.
                """ + Self.usage("redact")),
        BadInput(
            "a check that replaces", ["redact", "--check", "run.jsonl", "--force"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --check makes no copy: pass it without --force.
                """ + Self.usage("redact")),
        BadInput(
            "a check under a key", ["redact", "--check", "run.jsonl", "--key-file", "key"],
            ["run.jsonl": Recorded.run, "key": "0123456789abcdef"],
            status: 64,
            errors: """
                Error: --check makes no copy: pass it without --key-file.
                """ + Self.usage("redact")),
        BadInput(
            "a check that passes over damage", ["redact", "--check", "run.jsonl", "--recover", "salvage"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --check makes no copy: pass it without --recover salvage.
                """ + Self.usage("redact")),
        BadInput(
            "a check for nothing", ["redact", "--check", "run.jsonl"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: the header of run.jsonl declares no hidden path: name paths with --path, --action-path or --paths
                """),
        BadInput(
            "a check by a header that is wrong", ["redact", "--check", "run.jsonl"],
            [
                "run.jsonl": Recorded.run(
                    header: #""segment":1"#, #""segment":1,"redaction":{"state":["user"],"actions":[]}"#)
            ],
            status: 65,
            errors: """
                Error: run.jsonl, line 1: the path user cannot be hidden: column 1: expected $, the root, found "u"
                """),
        BadInput(
            "a check of a file that is not there", ["redact", "--check", "run.jsonl", "--path", "$.count"],
            status: 64,
            errors: """
                Error: cannot open run.jsonl: no such file or directory
                """),
        BadInput(
            "a path that is none", ["redact", "run.jsonl", "-o", "clean.jsonl", "--path", "$.a["],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: the path $.a[ cannot be hidden: column 5: expected a name in quotes, an index, a slice, * or ?, found the end
                """),
        BadInput(
            "a list with a line that is no path",
            ["redact", "run.jsonl", "-o", "clean.jsonl", "--paths", "hidden.txt"],
            ["run.jsonl": Recorded.run, "hidden.txt": "# paths\n$.count\naction add.amount\n"],
            status: 64,
            errors: """
                Error: hidden.txt, line 3: the path add.amount cannot be hidden: column 1: expected $, the root, found "a"
                """),
        BadInput(
            "a list of nothing", ["redact", "run.jsonl", "-o", "clean.jsonl", "--paths", "hidden.txt"],
            ["run.jsonl": Recorded.run, "hidden.txt": "# nothing yet\n"],
            status: 64,
            errors: """
                Error: hidden.txt names no path
                """),
        BadInput(
            "a list that is not there", ["redact", "run.jsonl", "-o", "clean.jsonl", "--paths", "hidden.txt"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: cannot open hidden.txt: no such file or directory
                """),
        BadInput(
            "a key that is not there",
            ["redact", "run.jsonl", "-o", "clean.jsonl", "--path", "$.count", "--key-file", "key"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: cannot open key: no such file or directory
                """),
        BadInput(
            "a key that is short", ["redact", "run.jsonl", "-o", "clean.jsonl", "--path", "$.count"],
            ["run.jsonl": Recorded.run], environment: ["TIMELINE_REDACTION_KEY": "secret"],
            status: 64,
            errors: """
                Error: the key in $TIMELINE_REDACTION_KEY has 6 bytes; it needs at least 16
                """),
        BadInput(
            "a key that is empty", ["redact", "run.jsonl", "-o", "clean.jsonl", "--path", "$.count"],
            ["run.jsonl": Recorded.run], environment: ["TIMELINE_REDACTION_KEY": ""],
            status: 64,
            errors: """
                Error: the key in $TIMELINE_REDACTION_KEY has 0 bytes; it needs at least 16
                """),
        BadInput(
            "a copy that exists", ["redact", "run.jsonl", "-o", "clean.jsonl", "--path", "$.count"],
            ["run.jsonl": Recorded.run, "clean.jsonl": "kept"],
            status: 73,
            errors: """
                Error: clean.jsonl already exists; --force replaces it
                """),
        BadInput(
            "a folder for standard output", ["redact", "runs", "-o", "-", "--path", "$.count"],
            ["runs/run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: runs is a folder of segments, and so is its copy: name a folder with -o
                """),
        BadInput(
            "a copy of a damaged timeline", ["redact", "-", "-o", "clean.jsonl", "--path", "$.count"],
            input: Recorded.run(line: 4, ""),
            status: 65,
            errors: """
                Error: damage in standard input, line 4, byte 320: the values there can be neither hidden nor checked.
                With --recover salvage a copy is made without it, up to the next state on file.
                """),
        BadInput(
            "a check of a damaged timeline", ["redact", "--check", "-", "--path", "$.count"],
            input: Recorded.run(line: 4, ""),
            status: 65,
            errors: """
                Error: damage in standard input, line 4, byte 320: it cannot be checked; `timeline repair FILE -o COPY` writes a valid copy to check
                """),
        BadInput(
            "a copy of another version's timeline", ["redact", "run.jsonl", "-o", "clean.jsonl", "--path", "$.count"],
            ["run.jsonl": Recorded.run(header: #""timeline":1"#, #""timeline":2"#)],
            status: 65,
            errors: """
                Error: run.jsonl, line 1: this timeline is of format version 2, and this timeline reads version 1.
                Use a newer timeline to read it.
                """),
    ]
}
