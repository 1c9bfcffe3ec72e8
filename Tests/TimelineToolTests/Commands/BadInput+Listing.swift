extension BadInput {
    /// Invalid arguments of the commands that list steps.
    static let listing = [
        BadInput(
            "a set state that differs from the one recorded after it", ["replay", "run.jsonl", "--verify"],
            [
                "run.jsonl": Recorded.text([
                    Recorded.lines[0], #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
                    #"{"seq":1,"at":1.000000,"set":{"count":5},"by":"test"}"#,
                    #"{"seq":1,"at":1.000000,"state":{"count":6}}"#,
                ])
            ],
            status: 1,
            output: """
                0 steps replayed, 1 state set.
                Replay differs from the recording after step 1.
                The state set at step 1 differs from the one recorded after it (recorded → replayed):
                    $.count  6 → 5
                The reducer has changed since, or it is not pure: it reads a clock, a random
                number, or something else outside the state.
                """,
            errors: ""),
        BadInput(
            "two predicates of view", ["view", "run.jsonl", "--bad", "$.a", "--invariant", "b"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Pass only one of --bad and --invariant.
                """ + Self.usage("view")),
        BadInput(
            "a page on standard output that is to be opened", ["view", "run.jsonl", "--open", "-o", "-"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --open opens a file: omit -o -.
                """ + Self.usage("view")),
        BadInput(
            "a page in place of its recording", ["view", "run.jsonl", "-o", "run.jsonl"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: -o run.jsonl: a page must not replace its original
                """),
        BadInput(
            "a page in place of another file", ["view", "run.jsonl"],
            ["run.jsonl": Recorded.run, "run.html": "kept"],
            status: 73,
            errors: """
                Error: run.html already exists; --force replaces it
                """),
        BadInput(
            "a condition of view with a fault", ["view", "run.jsonl", "--bad", "$.count >"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: invalid expression: expected a value, a path or a function, found the end
                  $.count >
                           ^ column 10
                """),
        BadInput(
            "an invariant of view that the program lacks", ["view", "run.jsonl", "--invariant", "x"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: the program "counter" has no invariant "x". Its invariants are:
                  count is never negative
                  count is small
                """),
        BadInput(
            "a path of blame with a fault", ["blame", "run.jsonl", "$.count["],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: "$.count[" is not a path: column 9: expected a name in quotes, an index, a slice, * or ?, found the end
                """),
        BadInput(
            "a path of blame that is neither a JSONPath nor a JSON Pointer", ["blame", "run.jsonl", "count"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: "count" is not a path: column 1: expected $, the root, found "c"
                """),
        BadInput(
            "a path of log with a fault", ["log", "run.jsonl", "--touching", "/~2"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: "/~2" is not a JSON Pointer: a ~ must be followed by 0 or 1
                """),
        BadInput(
            "two last positions", ["blame", "run.jsonl", "/count", "--at", "3", "--to", "4"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --at names the last position: omit --to.
                """ + Self.usage("blame")),
        BadInput(
            "a position of blame out of range", ["blame", "run.jsonl", "/count", "--at", "9"],
            ["run.jsonl": Recorded.run],
            status: 1,
            errors: """
                Error: there is no position 9 in run.jsonl: it has positions 0 to 8
                """),
        BadInput(
            "a condition of --state with a fault", ["log", "run.jsonl", "--state", "$.count <"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: invalid expression: expected a value, a path or a function, found the end
                  $.count <
                           ^ column 10
                """),
        BadInput(
            "a tree as JSON", ["log", "run.jsonl", "--tree", "--json"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --tree is text: omit --json, whose lines have the member cause.
                """ + Self.usage("log")),
        BadInput(
            "a fresh replay for nothing", ["log", "run.jsonl", "--fresh"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --fresh requires --state or --touching.
                """ + Self.usage("log")),
        BadInput(
            "a last position of a run that goes on", ["log", "run.jsonl", "--follow", "--to", "4"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --follow lists steps as they are recorded: omit --to.
                """ + Self.usage("log")),
        BadInput(
            "states of a run that goes on", ["log", "run.jsonl", "--follow", "--state", "$.count > 0"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --follow lists steps as they are recorded: omit --state.
                """ + Self.usage("log")),
        BadInput(
            "a tree of a run that goes on", ["log", "run.jsonl", "--follow", "--tree"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --follow lists steps as they are recorded: omit --tree.
                """ + Self.usage("log")),
        BadInput(
            "standard input that is followed", ["log", "-", "--follow"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --follow requires a file or a folder, not -.
                """ + Self.usage("log")),
        BadInput(
            "damage in a run that goes on", ["log", "run.jsonl", "--follow", "--recover", "salvage"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --follow reads a file that is being written: omit --recover.
                """ + Self.usage("log")),
    ]
}
