internal import TimelineDebugger

extension PrintedSchema {
    static let send = PrintedSchema(
        "send",
        """
        What `timeline send --json` prints
        One object: what became of the action; of several, one for each in actions; with --to and --resume, what the app shows.
        any + {"oneOf": [{"$ref": "#/$defs/sent"}, {"$ref": "#/$defs/sentActions"}, {"$ref": "#/$defs/shown"}]}
        sent = {
          seq?: stepNumber // The step that it became.
          held?: true // The app shows the past. The action waits until it shows the present again.
          dropped?: true // A middleware of the app dropped it.
          refused?: true // A client began to show the past after the first of several actions.
          repeated?: true // A retry: the app had received the action before, and this is its answer then.
        } + {"not": {"required": ["live"]}, "oneOf": [{"required": ["seq"]}, {"required": ["held"]}, {"required": ["dropped"]}, {"required": ["refused"]}]}
        sentActions = {actions: [sent]}
        shown = {
          live: flag // Whether the app shows the present.
          seq: stepNumber // After which step.
          first?: stepNumber // The positions that can be shown.
          last?: stepNumber
          speed?: any // Of playback; null while the app shows one position.
          held?: count // Results of effects that wait.
        }
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
        \(SalvageText.fields.type)
        """)

    static let redact = PrintedSchema(
        "redact",
        """
        What `timeline redact --json` prints
        One object: what the copy hides or, with --check, what the files do not hide. It names places, never values.
        copy | check
        copy = \(RedactionText.fields.type)
        hiddenPaths = [\(PathCount.fields.type)]
        check = \(RedactionCheckText.fields.type)
        lineNumber = integer + {"minimum": 1} // From 1.
        part = "state" | "action" | "mark" | "from" | "by" | "gap" | "line" // What of the line.
        openPath = text // A JSONPath: `~` is for names, `[*]` and `*` match any element or hidden name.
        """)
}
