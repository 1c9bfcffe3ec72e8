extension BadInput {
    /// Invalid arguments, and outputs that cannot be created.
    static let arguments = [
        BadInput(
            "an expression with a fault", ["bisect", "run.jsonl", "--bad", "$.count <"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: invalid expression: expected a value, a path or a function, found the end
                  $.count <
                           ^ column 10
                """),
        BadInput(
            "an expression with a fault inside", ["log", "run.jsonl", "--where", "$.add && && $.reset"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: invalid expression: expected a value, a path or a function, found "&"
                  $.add && && $.reset
                           ^ column 10
                """),
        BadInput(
            "an expression that is empty", ["log", "run.jsonl", "--where", ""],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: invalid expression: expected a value, a path or a function, found the end
                  
                  ^ column 1
                """),
        BadInput(
            "an expression with a regular expression that is none",
            ["bisect", "run.jsonl", "--bad", "$.count < 0 && search($.name, '[0-9')"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: invalid expression: '[0-9' is not a regular expression of RFC 9485, which has no \\d, \\s, \\w and \\b
                  $.count < 0 && search($.name, '[0-9')
                                                ^ column 31
                """),
        BadInput(
            "a regular expression that is too large", ["bisect", "run.jsonl", "--bad", "search('aa', 'a{10000}')"],
            ["run.jsonl": Recorded.run],
            status: 2,
            errors: """
                Error: the expression is too expensive: a regular expression is too large
                """),
        BadInput(
            "steps that are searched with a regular expression that is too large",
            ["log", "run.jsonl", "--where", "match('aa', '(a{200}){200}')"],
            ["run.jsonl": Recorded.run],
            status: 2,
            errors: """
                Error: the expression is too expensive: a regular expression is too large
                """),
        BadInput(
            "a position out of range", ["state", "run.jsonl", "9"],
            ["run.jsonl": Recorded.run],
            status: 1,
            errors: """
                Error: there is no position 9 in run.jsonl: it has positions 0 to 8
                """),
        BadInput(
            "a position before the first", ["diff", "run.jsonl", "-9", "end"],
            ["run.jsonl": Recorded.run],
            status: 1,
            errors: """
                Error: there is no position -9 in run.jsonl: it has positions 0 to 8
                """),
        BadInput(
            "a position that is malformed", ["state", "run.jsonl", "latest"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: "latest" is no position. A position is a step such as 17, end, -5 (five before the end), @12.5s, or %name (a mark).
                """),
        BadInput(
            "a mark that is not there", ["log", "run.jsonl", "--from", "%start"],
            ["run.jsonl": Recorded.run],
            status: 1,
            errors: """
                Error: there is no mark "start" in run.jsonl: its marks are "before reset"
                """),
        BadInput(
            "positions that are crossed", ["log", "run.jsonl", "--from", "5", "--to", "3"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --from is step 5, which is after --to, step 3
                """),
        BadInput(
            "positions that are crossed in a replay", ["replay", "run.jsonl", "--from", "5", "--to", "3"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --from is step 5, which is after --to, step 3
                """),
        BadInput(
            "a good position after the bad one",
            ["bisect", "run.jsonl", "--bad", "$.count < 0", "--good", "5", "--bad-at", "3"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: the good position, 5, must be before the bad one, 3
                """),
        BadInput(
            "a condition of when with a fault", ["when", "run.jsonl", "$.count <"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: invalid expression: expected a value, a path or a function, found the end
                  $.count <
                           ^ column 10
                """),
        BadInput(
            "control of a file", ["serve", "run.jsonl", "--control"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --control needs a running app: pass its URL, such as http://127.0.0.1:4000.
                """ + Self.usage("serve")),
        BadInput(
            "a port that does not exist", ["serve", "run.jsonl", "--port", "65536"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --port 65536: give a number from 1 to 65535.
                """ + Self.usage("serve")),
        BadInput(
            "recovery of an app", ["serve", "http://127.0.0.1:4000", "--recover", "strict"],
            status: 64,
            errors: """
                Error: --recover is for files: omit it with the URL of an app.
                """ + Self.usage("serve")),
        BadInput(
            "a file to serve that is missing", ["serve", "run.jsonl"],
            status: 64,
            errors: """
                Error: cannot open run.jsonl: no such file or directory
                """),
        BadInput(
            "an app to serve with a token in its address", ["serve", "http://127.0.0.1:4000/?token=1"],
            status: 64,
            errors: """
                Error: the address of an app must not contain a user name, password or token, which other processes could see: \
                pass it as http://127.0.0.1:4000, and put the token into TIMELINE_TOKEN
                """),
        BadInput(
            "nothing that makes a run bad", ["minimize", "run.jsonl"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Pass one of --bad, --invariant, --run and --crash.
                """ + Self.usage("minimize")),
        BadInput(
            "two things that make a run bad", ["minimize", "run.jsonl", "--bad", "$.count < 0", "--crash"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Pass only one of --bad and --crash.
                """ + Self.usage("minimize")),
        BadInput(
            "no time", ["minimize", "run.jsonl", "--bad", "$.count < 0", "--seconds", "0"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --seconds 0: give a number from 1.
                """ + Self.usage("minimize")),
        BadInput(
            "a test that would call a command", ["test", "run.jsonl", "--run", "true"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --run: a test cannot call a command. Pass --bad, --invariant or --crash.
                """ + Self.usage("test")),
        BadInput(
            "a name that no type can have", ["test", "run.jsonl", "--name", "my tests"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --name my tests: give the name of a type, of letters and digits.
                """ + Self.usage("test")),
        BadInput(
            "a name that is a keyword", ["test", "run.jsonl", "--name", "class"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --name class: this is a keyword of Swift. Give the name of a type, of letters and digits.
                """ + Self.usage("test")),
        BadInput(
            "a condition that is judged again", ["bisect", "run.jsonl", "--bad", "$.count < 0", "--repeat", "2"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --repeat: a condition depends on the state alone, and is judged once. Omit it with --bad.
                """ + Self.usage("bisect")),
        BadInput(
            "no judgment", ["bisect", "run.jsonl", "--run", "true", "--repeat", "0"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --repeat 0: give a number from 1.
                """ + Self.usage("bisect")),
        BadInput(
            "a rule that the program does not have", ["bisect", "run.jsonl", "--invariant", "count is odd"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: the program "counter" has no invariant "count is odd". Its invariants are:
                  count is never negative
                  count is small
                """),
        BadInput(
            "nobody to ask", ["bisect", "run.jsonl"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Not a terminal: pass --bad, --invariant or --run
                """),
        BadInput(
            "two ways to judge", ["bisect", "run.jsonl", "--bad", "$.count < 0", "--run", "true"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Pass only one of --bad and --run.
                """ + Self.usage("bisect")),
        BadInput(
            "--all without a judge", ["bisect", "run.jsonl", "--all"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --all requires --bad, --invariant or --run.
                """ + Self.usage("bisect")),
        BadInput(
            "--first without a judge", ["bisect", "run.jsonl", "--first"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --first requires --bad, --invariant or --run.
                """ + Self.usage("bisect")),
        BadInput(
            "a bundle of no steps", ["bundle", "run.jsonl", "--last", "0"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --last 0: give a number from 1.
                """ + Self.usage("bundle")),
        BadInput(
            "a bundle of fewer steps than none", ["bundle", "run.jsonl", "--last", "-5"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Missing value for '--last <n>'
                Help:  --last <n>  The number of steps to keep.
                """ + Self.usage("bundle")),
        BadInput(
            "a bundle of no bytes", ["bundle", "run.jsonl", "--max-bytes", "0"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --max-bytes 0: give a number from 1.
                """ + Self.usage("bundle")),
        BadInput(
            "a bundle that cannot be so small", ["bundle", "run.jsonl", "--max-bytes", "100"],
            ["run.jsonl": Recorded.run],
            status: 1,
            errors: """
                Error: a bundle of run.jsonl takes at least 419 bytes, for one state and the step after it, and may take 100.
                Allow more with --max-bytes.
                """),
        BadInput(
            "two products for standard output", ["bundle", "run.jsonl", "--json", "-o", "-"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --json and -o - both write to standard output.
                """ + Self.usage("bundle")),
        BadInput(
            "a speed of nothing", ["replay", "run.jsonl", "--speed", "0"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --speed 0.0: give a number over 0.
                """ + Self.usage("replay")),
        BadInput(
            "a wait below nothing", ["replay", "run.jsonl", "--idle-limit=-1"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: --idle-limit -1.0: give a number of seconds from 0.
                """ + Self.usage("replay")),
        BadInput(
            "nothing to record", ["record"],
            status: 64,
            errors: """
                Error: Name the app after --, or the program with --program.
                """ + Self.usage("record")),
        BadInput(
            "two things to record", ["record", "--program", "counter", "--", "counter-app"],
            status: 64,
            errors: """
                Error: Pass either --program or a command after --.
                """ + Self.usage("record")),
        BadInput(
            "a running app and a program to record",
            ["record", "--from", "http://127.0.0.1:4000", "--program", "counter"],
            status: 64,
            errors: """
                Error: Pass --from without --program and without a command after --.
                """ + Self.usage("record")),
        BadInput(
            "an app recorded to standard output", ["record", "-o", "-", "--", "counter-app"],
            status: 64,
            errors: """
                Error: -o -: an app records to a file, because it uses standard output itself.
                """ + Self.usage("record")),
        BadInput(
            "a bundle that exists", ["bundle", "run.jsonl"],
            ["run.jsonl": Recorded.run, "run.bundle.jsonl": "kept"],
            status: 73,
            errors: """
                Error: run.bundle.jsonl already exists; --force replaces it
                """),
        BadInput(
            "a recording that exists", ["record", "--program", "counter", "-o", "run.jsonl"],
            ["run.jsonl": Recorded.run], input: #"{"increment":{}}"# + "\n",
            status: 73,
            errors: """
                Error: run.jsonl already exists; --force replaces it
                """),
        BadInput(
            "an app's recording that exists", ["record", "-o", "run.jsonl", "--", "counter-app"],
            ["run.jsonl": Recorded.run],
            status: 73,
            errors: """
                Error: run.jsonl already exists; --force replaces it
                """),
        BadInput(
            "a bundle for a folder that is not there", ["bundle", "run.jsonl", "-o", "crashes/run.jsonl"],
            ["run.jsonl": Recorded.run],
            status: 73,
            errors: """
                Error: cannot create crashes/run.jsonl: no such file or directory
                """),
        BadInput(
            "a recording for a folder that is not there", ["record", "--program", "counter", "-o", "runs/run.jsonl"],
            input: #"{"increment":{}}"# + "\n",
            status: 73,
            errors: """
                Error: cannot create runs/run.jsonl: no such file or directory
                """),
        BadInput(
            "an app's recording for a folder that is not there", ["record", "-o", "runs/run.jsonl", "--", "/bin/true"],
            status: 73,
            errors: """
                Error: cannot create runs/run.jsonl: no such file or directory
                """),
        BadInput(
            "an app that is not there", ["record", "--force", "-o", "run.jsonl", "--", "./nowhere"],
            ["run.jsonl": Recorded.run],
            status: 69,
            errors: """
                Error: cannot run ./nowhere: No such file or directory
                """),
        BadInput(
            "a command that is not there", ["rewind", "run.jsonl"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: unknown command "rewind". The commands are record, info, log, state, diff, view, replay, debug, bisect, blame, when, verify, minimize, test, bundle, serve, send, watch, repair and redact.
                """),
        BadInput(
            "a command that is misspelt", ["bisct", "run.jsonl"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: unknown command "bisct"; did you mean "bisect"?
                """),
        BadInput(
            "help for a command that is only begun", ["help", "rep"],
            status: 64,
            errors: """
                Error: unknown command "rep"; did you mean "replay" or "repair"?
                """),
        BadInput(
            "a place in a state that is not there", ["state", "run.jsonl", "--path", "$.total"],
            ["run.jsonl": Recorded.run],
            status: 1,
            errors: """
                Error: the state after step 8 has no $.total
                """),
        BadInput(
            "a place in a state that is no path", ["state", "run.jsonl", "--path", "count"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: "count" is not a path: column 1: expected $, the root, found "c"
                """),
        BadInput(
            "an option that is misspelt", ["info", "run.jsonl", "--recovr", "salvage"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Unknown option '--recovr'. Did you mean '--recover'?
                """ + Self.usage("info")),
        BadInput(
            "an option that is not there", ["info", "run.jsonl", "--verbose"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Unknown option '--verbose'
                """ + Self.usage("info")),
        BadInput(
            "an argument that is missing", ["diff", "run.jsonl", "3"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Missing expected argument '<p>'
                Help:  <p>  The second position.
                """ + Self.usage("diff")),
        BadInput(
            "a value that is missing", ["log", "run.jsonl", "--where"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: Missing value for '--where <expr>'
                Help:  --where <expr>  Only steps whose action matches.
                """ + Self.usage("log")),
        BadInput(
            "a value that is no number", ["replay", "run.jsonl", "--speed", "fast"],
            ["run.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: The value 'fast' is invalid for '--speed <n>'
                Help:  --speed <n>  The speed, as a multiple of the recorded one.
                """ + Self.usage("replay")),
    ]
}
