internal import TimelineDebugger

extension PrintedSchema {
    static let send = PrintedSchema(
        "send",
        """
        What `timeline send --json` prints
        One object: what became of the action; of several, one for each in actions; with --to and --resume, what the app shows.
        any + {"oneOf": [{"$ref": "#/$defs/sent"}, {"$ref": "#/$defs/sentActions"}]}
        sentActions = {actions: [sent]}
        sent = {
          seq?: seq // The step that it became, or whose state the app shows.
          held?: true | count // True: the app shows the past, and the action waits. With --to, how many results of effects wait.
          dropped?: true // A middleware of the app dropped it.
          refused?: true // A client began to show the past after the first of several actions.
          repeated?: true // A retry: the app had received the action before, and this is its answer then.
          live?: flag // With --to and --resume, whether the app shows the present.
          first?: seq // The positions that can be shown.
          last?: seq
          speed?: number + {"exclusiveMinimum": 0} | null // Of playback; null while the app shows one position.
        } + {"anyOf": [{"required": ["seq"]}, {"required": ["held"]}, {"required": ["dropped"]}, {"required": ["refused"]}]}
        """)

    static let watch = PrintedSchema(
        "watch",
        """
        A line that `timeline watch --json` prints
        One line for each step, with a patch. For steps that were missed on the way, the lines of the app's timeline.
        any + {
          "if": {"required": ["patch"]},
          "then": {"$ref": "#/$defs/followed"},
          "else": {
            "oneOf": [
              {"$ref": "#/$defs/stepLine"}, {"$ref": "#/$defs/snapshotLine"}, {"$ref": "#/$defs/generatedLine"},
              {"$ref": "#/$defs/markLine"}, {"$ref": "#/$defs/gapLine"}, {"$ref": "#/$defs/endLine"},
              {"$ref": "#/$defs/canceledLine"}, {"$ref": "#/$defs/tookLine"}
            ]
          }
        }
        followed = {
          seq: stepNumber
          patch // From the state before the step to the state after it.
          at? // Absent if the app does not record.
          action?, by?, from?, cause?
        } + {"oneOf": [{"required": ["action", "from"]}, {"required": ["by"]}]}
        """)

    static let repair = PrintedSchema(
        "repair",
        """
        What `timeline repair --json` prints
        One object: what the sound copy contains, and what was lost.
        \(SalvageReport.fields.type)
        """)

    static let redact = PrintedSchema(
        "redact",
        """
        What `timeline redact --json` prints
        One object: what the copy hides or, with --check, what the files do not hide. It names places, never values.
        copy | check
        copy = \(RedactedCopy.fields.type)
        hiddenPaths = [\(PathCount.fields.type)]
        check = \(RedactionCheck.fields.type)
        lineNumber = integer + {"minimum": 1} // From 1.
        part = "state" | "action" | "mark" | "from" | "by" | "gap" | "line" // What of the line.
        openPath = text // A JSONPath: `~` is for names, `[*]` and `*` match any element or hidden name.
        """)
}
