extension PrintedSchema {
    static let send = PrintedSchema(
        "send",
        #"""
        {
          "title": "What `timeline send --json` prints",
          "description": "One object: what became of the action.",
          "type": "object",
          "oneOf": [{"required": ["seq"]}, {"required": ["held"]}, {"required": ["dropped"]}],
          "properties": {
            "seq": {"description": "The step that it became.", "$ref": "#/$defs/stepNumber"},
            "held": {"description": "The app shows the past. The action waits until it shows the present again.", "const": true},
            "dropped": {"description": "A middleware of the app dropped it.", "const": true},
            "repeated": {"description": "A retry: the app had received the action before, and this is its answer then.", "const": true}
          }
        }
        """#)

    static let watch = PrintedSchema(
        "watch",
        #"""
        {
          "title": "A line that `timeline watch --json` prints",
          "description": "One line for each step, with a patch. For steps that were missed on the way, the lines of the app's timeline.",
          "if": {"required": ["patch"]},
          "then": {"$ref": "#/$defs/followed"},
          "else": {
            "oneOf": [
              {"$ref": "#/$defs/stepLine"}, {"$ref": "#/$defs/snapshotLine"}, {"$ref": "#/$defs/generatedLine"},
              {"$ref": "#/$defs/markLine"}, {"$ref": "#/$defs/gapLine"}, {"$ref": "#/$defs/endLine"}
            ]
          },
          "$defs": {
            "followed": {
              "type": "object", "required": ["seq", "patch"],
              "oneOf": [{"required": ["action", "from"]}, {"required": ["by"]}],
              "properties": {
                "seq": {"$ref": "#/$defs/stepNumber"},
                "patch": {"description": "From the state before the step to the state after it.", "$ref": "#/$defs/patch"},
                "at": {"description": "Absent if the app does not record.", "$ref": "#/$defs/at"},
                "action": {"description": "As the program's Codable writes it."},
                "by": {"$ref": "#/$defs/by"}, "from": {"$ref": "#/$defs/from"}, "cause": {"$ref": "#/$defs/cause"}
              }
            }
          }
        }
        """#)

    static let repair = PrintedSchema(
        "repair",
        #"""
        {
          "title": "What `timeline repair --json` prints",
          "description": "One object: what the sound copy contains, and what was lost.",
          "type": "object", "required": ["repaired", "kept", "bytes", "first", "last", "dropped", "torn", "damage", "lost", "startLost", "endLost"],
          "properties": {
            "repaired": {"description": "The path of the copy.", "type": "string"},
            "kept": {"description": "The number of lines that were kept.", "$ref": "#/$defs/count"},
            "bytes": {"description": "The size of the copy.", "$ref": "#/$defs/count"},
            "first": {"description": "The first position in the copy.", "$ref": "#/$defs/seq"},
            "last": {"description": "The last position in the copy.", "$ref": "#/$defs/seq"},
            "dropped": {"description": "The number of lines that were left out, without a torn one.", "$ref": "#/$defs/count"},
            "torn": {"description": "Whether the last line was incomplete.", "type": "boolean"},
            "damage": {"description": "Lines that were left out, and why.", "type": "array", "items": {"$ref": "#/$defs/place"}},
            "lost": {
              "description": "Steps that were lost.",
              "type": "array",
              "items": {
                "type": "object", "required": ["from", "through", "lastStateKnown"],
                "properties": {
                  "from": {"$ref": "#/$defs/seq"}, "through": {"$ref": "#/$defs/seq"},
                  "lastStateKnown": {"description": "Whether the state after the last of them is known.", "type": "boolean"}
                }
              }
            },
            "missing": {"description": "The first segments are missing.", "$ref": "#/$defs/place"},
            "startLost": {"description": "Whether the beginning of the timeline was lost.", "type": "boolean"},
            "endLost": {"description": "Whether steps may be missing at the end.", "type": "boolean"}
          }
        }
        """#)

    static let redact = PrintedSchema(
        "redact",
        #"""
        {
          "title": "What `timeline redact --json` prints",
          "description": "One object: what the copy hides or, with --check, what the files do not hide. It names places, never values.",
          "oneOf": [{"$ref": "#/$defs/copy"}, {"$ref": "#/$defs/check"}],
          "$defs": {
            "copy": {
              "type": "object", "required": ["redacted", "lines", "bytes", "state", "actions", "opaque", "marks", "marksHidden", "names", "unknown", "torn", "open"],
              "properties": {
                "redacted": {"description": "The path of the copy.", "type": "string"},
                "lines": {"description": "The number of its lines.", "$ref": "#/$defs/count"},
                "bytes": {"description": "Its size.", "$ref": "#/$defs/count"},
                "state": {"description": "The paths that were hidden in states.", "$ref": "#/$defs/hiddenPaths"},
                "actions": {"description": "The paths that were hidden in actions.", "$ref": "#/$defs/hiddenPaths"},
                "opaque": {"description": "The number of opaque actions, whose descriptions are hidden.", "$ref": "#/$defs/count"},
                "marks": {"$ref": "#/$defs/count"},
                "marksHidden": {"description": "Whether the names of marks are hidden.", "type": "boolean"},
                "names": {"description": "The number of names of the app's own in `from` and `by`, which are kept.", "$ref": "#/$defs/count"},
                "unknown": {"description": "The number of lines of unknown kinds, which are left out.", "$ref": "#/$defs/count"},
                "torn": {"description": "Whether the last line was incomplete, and left out.", "type": "boolean"},
                "open": {
                  "description": "Places where a text that is hidden elsewhere is not hidden.",
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["file", "line", "part", "times"],
                    "properties": {
                      "file": {"type": "string"}, "line": {"$ref": "#/$defs/lineNumber"}, "part": {"$ref": "#/$defs/part"},
                      "path": {"$ref": "#/$defs/openPath"},
                      "times": {"description": "The number of places like it.", "$ref": "#/$defs/count"}
                    }
                  }
                }
              }
            },
            "hiddenPaths": {
              "type": "array",
              "items": {
                "type": "object", "required": ["path", "places", "values", "truths"],
                "properties": {
                  "path": {"description": "As it was given.", "type": "string"},
                  "places": {"description": "The number of places that it selects.", "$ref": "#/$defs/count"},
                  "values": {"description": "The number of values that were hidden there.", "$ref": "#/$defs/count"},
                  "truths": {"description": "The number of Booleans there, which are kept.", "$ref": "#/$defs/count"}
                }
              }
            },
            "check": {
              "type": "object", "required": ["hidden", "files"],
              "properties": {
                "hidden": {"description": "Whether all files could be checked, and all values at the paths are hidden.", "type": "boolean"},
                "files": {
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["file", "exposed", "places"],
                    "properties": {
                      "file": {"type": "string"},
                      "exposed": {"description": "The number of places that are not hidden.", "$ref": "#/$defs/count"},
                      "uncertain": {"description": "The number of places that look hidden, and that the header does not name; absent if 0.", "$ref": "#/$defs/count"},
                      "places": {
                        "description": "The first 1,000 of both.",
                        "type": "array",
                        "items": {
                          "type": "object", "required": ["file", "line", "part"],
                          "properties": {
                            "file": {"type": "string"}, "line": {"$ref": "#/$defs/lineNumber"}, "part": {"$ref": "#/$defs/part"},
                            "path": {"$ref": "#/$defs/openPath"},
                            "elsewhere": {"description": "A text that is to be hidden at another place occurs here.", "const": true}
                          }
                        }
                      },
                      "fault": {"description": "Why the rest of the file could not be checked.", "type": "string"}
                    }
                  }
                }
              }
            },
            "lineNumber": {"description": "From 1.", "type": "integer", "minimum": 1},
            "part": {"description": "What of the line.", "enum": ["state", "action", "mark", "from", "by", "gap", "line"]},
            "openPath": {"description": "A JSONPath: `~` is for names, `[*]` and `*` match any element or hidden name.", "type": "string"}
          }
        }
        """#)
}
