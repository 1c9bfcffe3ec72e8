extension PrintedSchema {
    static let send = PrintedSchema(
        "send",
        """
        What `timeline send --json` prints
        One object: what became of the action.
        {
          seq?: stepNumber // The step that it became.
          held?: true // The app shows the past. The action waits until it shows the present again.
          dropped?: true // A middleware of the app dropped it.
          repeated?: true // A retry: the app had received the action before, and this is its answer then.
        } + {"oneOf": [{"required": ["seq"]}, {"required": ["held"]}, {"required": ["dropped"]}]}
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
        {
          repaired: text // The path of the copy.
          kept: count // The number of lines that were kept.
          bytes: count // The size of the copy.
          first: seq // The first position in the copy.
          last: seq // The last position in the copy.
          dropped: count // The number of lines that were left out, without a torn one.
          torn: flag // Whether the last line was incomplete.
          damage: [place] // Lines that were left out, and why.
          lost: [{ // Steps that were lost.
            from: seq, through: seq
            lastStateKnown: flag // Whether the state after the last of them is known.
          }]
          missing?
          startLost: flag // Whether the beginning of the timeline was lost.
          endLost: flag // Whether steps may be missing at the end.
        }
        """)

    static let redact = PrintedSchema(
        "redact",
        """
        What `timeline redact --json` prints
        One object: what the copy hides or, with --check, what the files do not hide. It names places, never values.
        copy | check
        copy = {
          redacted: text // The path of the copy.
          lines: count // The number of its lines.
          bytes: count // Its size.
          state: hiddenPaths // The paths that were hidden in states.
          actions: hiddenPaths // The paths that were hidden in actions.
          opaque: count // The number of opaque actions, whose descriptions are hidden.
          marks: count
          marksHidden: flag // Whether the names of marks are hidden.
          names: count // The number of names of the app's own in `from` and `by`, which are kept.
          unknown: count // The number of lines of unknown kinds, which are left out.
          torn: flag // Whether the last line was incomplete, and left out.
          open: [{ // Places where a text that is hidden elsewhere is not hidden.
            file: text, line: lineNumber, part, path?: openPath
            times: count // The number of places like it.
          }]
        }
        hiddenPaths = [{
          path: text // As it was given.
          places: count // The number of places that it selects.
          values: count // The number of values that were hidden there.
          truths: count // The number of Booleans there, which are kept.
        }]
        check = {
          hidden: flag // Whether all files could be checked, and all values at the paths are hidden.
          files: [{
            file: text
            exposed: count // The number of places that are not hidden.
            uncertain?: count // The number of places that look hidden, and that the header does not name; absent if 0.
            places: [{ // The first 1,000 of both.
              file: text, line: lineNumber, part, path?: openPath
              elsewhere?: true // A text that is to be hidden at another place occurs here.
            }]
            fault?: text // Why the rest of the file could not be checked.
          }]
        }
        lineNumber = integer + {"minimum": 1} // From 1.
        part = "state" | "action" | "mark" | "from" | "by" | "gap" | "line" // What of the line.
        openPath = text // A JSONPath: `~` is for names, `[*]` and `*` match any element or hidden name.
        """)
}
