extension BadInput {
    /// Files that cannot be read, or only in part.
    static let files = [
        BadInput(
            "a file that is not there", ["info", "run.jsonl"],
            status: 64,
            errors: """
                Error: cannot open run.jsonl: no such file or directory
                """),
        BadInput(
            "a folder without timelines", ["info", "runs"],
            ["runs/notes.txt": "hello"],
            status: 64,
            errors: """
                Error: runs holds no timelines: no file in it ends in .jsonl
                """),
        BadInput(
            "a folder of several timelines", ["info", "runs"],
            ["runs/a.jsonl": Recorded.run, "runs/b.jsonl": Recorded.run],
            status: 64,
            errors: """
                Error: runs holds 2 timelines, and this command takes one:
                  runs/a.jsonl
                  runs/b.jsonl
                """),
        BadInput(
            "an empty file", ["info", "run.jsonl"],
            ["run.jsonl": ""],
            status: 65,
            errors: """
                Error: run.jsonl is empty: not even a header was written. The app may have ended before its recorder began.
                """),
        BadInput(
            "a torn header", ["info", "run.jsonl"],
            ["run.jsonl": String(Recorded.header.dropLast(9))],
            status: 65,
            errors: """
                Error: run.jsonl is not a timeline: line 1, byte 0: the first line has no end, so nothing whole is here.
                A timeline is JSON Lines, and its first line begins with {"timeline":1,
                """),
        BadInput(
            "a file that is not JSON", ["info", "run.jsonl"],
            ["run.jsonl": "hello\n"],
            status: 65,
            errors: """
                Error: run.jsonl is not a timeline: line 1, byte 0: expected an object, found "h".
                A timeline is JSON Lines, and its first line begins with {"timeline":1,
                """),
        BadInput(
            "JSON that is no timeline", ["info", "run.jsonl"],
            ["run.jsonl": #"{"name":"package"}"# + "\n"],
            status: 65,
            errors: """
                Error: run.jsonl is not a timeline: line 1, byte 0: expected the header of a timeline, found another line.
                A timeline is JSON Lines, and its first line begins with {"timeline":1,
                """),
        BadInput(
            "a header without a program", ["info", "run.jsonl"],
            ["run.jsonl": Recorded.run(header: #""program":"counter","#, "")],
            status: 65,
            errors: """
                Error: run.jsonl is not a timeline: line 1, byte 0: the header has no "program".
                A timeline is JSON Lines, and its first line begins with {"timeline":1,
                """),
        BadInput(
            "a future version", ["info", "run.jsonl"],
            ["run.jsonl": Recorded.run(header: #""timeline":1"#, #""timeline":2"#)],
            status: 65,
            errors: """
                Error: run.jsonl, line 1: this timeline is of format version 2, and this timeline reads version 1.
                Use a newer timeline to read it.
                """),
        BadInput(
            "a requirement that is not known", ["info", "run.jsonl"],
            ["run.jsonl": Recorded.run(header: #""segment":1"#, #""segment":1,"requires":["deltas","zip"]"#)],
            status: 65,
            errors: """
                Error: run.jsonl, line 1: a reader of this timeline must know "deltas", "zip", and this timeline does not.
                Use a newer timeline to read it.
                """),
        BadInput(
            "a line that is damaged", ["log", "run.jsonl"],
            ["run.jsonl": Recorded.run(line: 5, #"{"seq":3,"at":0.300000,"act"#)],
            status: 65,
            errors: """
                Error: damage in run.jsonl, line 5, byte 415: expected a closing quote, found the end.
                It is the only damage.
                `timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage.
                """),
        BadInput(
            "a line whose checksum is wrong", ["replay", "--verify", "run.jsonl"],
            [
                "run.jsonl": Recorded.run(
                    line: 3, #"{"seq":1,"at":0.100000,"action":{"increment":{}},"crc":"00000000"}"#)
            ],
            status: 65,
            errors: """
                Error: damage in run.jsonl, line 3, byte 311: the checksum of this line is "65ec6a47", but its "crc" says "00000000".
                It is the only damage.
                `timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage.
                """),
        BadInput(
            "a step that is missing", ["state", "run.jsonl", "8"],
            ["run.jsonl": Recorded.run(line: 4, #"{"seq":1,"at":0.250000,"mark":"hole"}"#)],
            status: 65,
            errors: """
                Error: damage in run.jsonl, line 5, byte 358: expected step 2, found step 3.
                It is the only damage.
                `timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage.
                """),
        BadInput(
            "a key that is there twice", ["bundle", "run.jsonl"],
            ["run.jsonl": Recorded.run(line: 4, #"{"seq":2,"at":0.200000,"at":0.2,"action":{"reset":{}}}"#)],
            status: 65,
            errors: """
                Error: damage in run.jsonl, line 4, byte 343: the key "at" occurs twice in one object.
                It is the only damage.
                `timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage.
                """),
        BadInput(
            "damage in two places", ["bisect", "run.jsonl", "--bad", "$.count < 0"],
            ["run.jsonl": Recorded.run(line: 4, "")],
            status: 65,
            errors: """
                Error: damage in run.jsonl, line 4, byte 320: the line is blank.
                It is the only damage.
                `timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage.
                """),
        BadInput(
            "damage in two places, listed", ["info", "run.jsonl"],
            ["run.jsonl": Recorded.run(line: 4, "")],
            status: 65,
            output: """
                program    counter 1.0.0
                session    0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90
                started    2026-11-21T04:31:05.123456Z
                platform   Linux x86_64, Swift 6.3.1
                steps      8 steps, 1 to 8, in 0.800 s
                actions    7
                           3  add
                           3  increment
                           1  reset
                snapshots  3
                size       923 bytes
                ended      cleanly
                damage     run.jsonl, line 4, byte 320: the line is blank
                remedy     `timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage
                mark       %before reset, after step 3
                """,
            errors: ""),
        BadInput(
            "an action that the program cannot decode", ["replay", "--no-wait", "run.jsonl"],
            ["run.jsonl": Recorded.run(line: 5, #"{"seq":3,"at":0.300000,"action":{"add":{"amount":"ten"}}}"#)],
            status: 65,
            output: """
                      1     0.100  user      increment
                                               $.count  0 → 1
                      2     0.200  user      add {"amount":5}
                                               $.count  1 → 6
                """,
            errors: """
                Error: run.jsonl, line 5: the program cannot decode the action of step 3: $.add.amount: Expected to decode Int but found a string instead.
                Version 1.0.0 of the program recorded it, or it was edited.
                If the schema changed since, give the program a new version, and declare how:

                  let migrations: [Migration] = [
                      .actions(to: "NEW VERSION") { action in
                          action["add"]?["amount"] = …
                      }
                  ]
                """),
        BadInput(
            "an action that the program does not know", ["state", "run.jsonl", "3"],
            ["run.jsonl": Recorded.run(line: 5, #"{"seq":3,"at":0.300000,"action":{"subtract":{}}}"#)],
            status: 65,
            errors: """
                Error: run.jsonl, line 5: the program cannot decode the action of step 3: CounterAction has no case "subtract".
                Version 1.0.0 of the program recorded it, or it was edited.
                If the schema changed since, give the program a new version, and declare how:

                  let migrations: [Migration] = [
                      .actions(to: "NEW VERSION") { action in
                          action.rename("subtract", to: …)
                      }
                  ]
                """),
        BadInput(
            "a state that the program cannot decode", ["replay", "--verify", "run.jsonl"],
            ["run.jsonl": Recorded.run(line: 2, #"{"seq":0,"at":0.000000,"state":{"total":0}}"#)],
            status: 65,
            errors: """
                Error: run.jsonl, line 2: the program cannot decode the state of step 0: the key "count" is missing.
                Version 1.0.0 of the program recorded it, or it was edited.
                If the schema changed since, give the program a new version, and declare how:

                  let migrations: [Migration] = [
                      .states(to: "NEW VERSION") { state in
                          state["count"] = …
                      }
                  ]
                """),
    ]
}
