extension PrintedSchema {
    static let verify = PrintedSchema(
        "verify",
        #"""
        {
          "title": "A line that `timeline verify --json` prints",
          "description": "One line for each timeline, in the order of the arguments.",
          "type": "object", "required": ["file", "result"],
          "dependentRequired": {
            "replayed": ["session", "steps", "confirmed"], "compared": ["session", "reduced"], "invariant": ["invariants"],
            "damages": ["damage"]
          },
          "allOf": [
            {"if": {"properties": {"result": {"const": "sound"}}}, "then": {"required": ["replayed"]}},
            {"if": {"properties": {"result": {"const": "diverged"}}}, "then": {"required": ["divergence"]}},
            {"if": {"properties": {"result": {"const": "broken"}}}, "then": {"required": ["invariant"]}},
            {"if": {"properties": {"result": {"const": "crashed"}}}, "then": {"required": ["crash"]}},
            {"if": {"properties": {"result": {"const": "damaged"}}}, "then": {"required": ["damage"]}},
            {"if": {"properties": {"result": {"enum": ["unreadable", "unreachable"]}}}, "then": {"required": ["reason"]}},
            {"if": {"properties": {"result": {"const": "differs"}}}, "then": {"required": ["difference"]}}
          ],
          "properties": {
            "file": {"description": "The timeline, as it was given or found.", "type": "string"},
            "result": {
              "description": "The worst finding. With --against: agrees, differs or unconfirmed. unreadable: it is no timeline. unreachable: its program was not found. unconfirmed: no recorded state confirms the last steps. interrupted: a process did not finish.",
              "enum": ["sound", "agrees", "diverged", "broken", "crashed", "trapped", "differs", "damaged", "unreadable", "unreachable", "unconfirmed", "interrupted"]
            },
            "session": {"description": "Identifies the run.", "type": "string"},
            "steps": {"description": "The number of steps of the timeline.", "$ref": "#/$defs/count"},
            "replayed": {"description": "The number of steps that were reduced again.", "$ref": "#/$defs/count"},
            "confirmed": {"description": "The number of recorded states that agree.", "$ref": "#/$defs/count"},
            "skipped": {"description": "The number of steps that cannot be reduced; absent if 0.", "$ref": "#/$defs/count"},
            "unreduced": {"description": "The last steps, which cannot be reduced, and which no recorded state follows.", "$ref": "#/$defs/unreducible"},
            "divergence": {"$ref": "#/$defs/verifiedDivergence"},
            "crash": {"description": "The step whose reducer never returned in the recording.", "$ref": "#/$defs/step"},
            "invariant": {
              "description": "The first invariant that broke.",
              "type": "object", "required": ["name", "seq"],
              "properties": {"name": {"type": "string"}, "seq": {"description": "After which step.", "$ref": "#/$defs/seq"}}
            },
            "invariants": {
              "description": "All invariants that broke, each with the step that broke it first.",
              "type": "array", "minItems": 1,
              "items": {
                "type": "object", "required": ["name", "seq"],
                "properties": {
                  "name": {"type": "string"}, "seq": {"$ref": "#/$defs/seq"}, "at": {"$ref": "#/$defs/at"},
                  "action": {"description": "As the program's Codable writes it."}, "opaque": {"type": "string"},
                  "by": {"$ref": "#/$defs/by"}, "from": {"$ref": "#/$defs/from"}, "cause": {"$ref": "#/$defs/cause"}
                }
              }
            },
            "outside": {"description": "Steps before which a store handed the reducer another state than the last step left.", "type": "array", "items": {"$ref": "#/$defs/seq"}},
            "torn": {"description": "The last line is incomplete, and was left out.", "const": true},
            "damage": {"description": "The first damaged line.", "$ref": "#/$defs/place"},
            "damages": {"description": "The first 1,000 damaged lines, if there are several.", "type": "array", "items": {"$ref": "#/$defs/place"}},
            "unknown": {"description": "What is not known because of the damage, in words.", "$ref": "#/$defs/texts"},
            "reason": {"description": "Why there is no other answer.", "type": "string"},
            "seq": {"description": "The step that trapped, or that did not return in time.", "$ref": "#/$defs/seq"},
            "timeout": {"description": "The time that a reducer may take, in seconds.", "$ref": "#/$defs/count"},
            "compared": {"description": "With --against, the number of states that were compared.", "$ref": "#/$defs/count"},
            "reduced": {"description": "With --against, the number of those that the programs reduced.", "$ref": "#/$defs/count"},
            "difference": {
              "description": "With --against, the first state in which the programs differ.",
              "type": "object", "required": ["seq"],
              "oneOf": [{"required": ["paths", "diff"]}, {"required": ["reason"]}],
              "properties": {
                "seq": {"$ref": "#/$defs/seq"}, "paths": {"$ref": "#/$defs/texts"},
                "diff": {"description": "From the state of this program to that of the other.", "$ref": "#/$defs/patch"},
                "reason": {"type": "string"}
              }
            },
            "unreturned": {"description": "With --against, the step whose reducer never returned, which was not compared.", "$ref": "#/$defs/seq"},
            "repeat": {
              "description": "With --repeat: how often each finding occurred. The line has the worst.",
              "type": "object", "required": ["times", "sound"],
              "properties": {
                "times": {"description": "The number of replays.", "$ref": "#/$defs/count"},
                "sound": {"description": "The number of replays without a finding.", "$ref": "#/$defs/count"},
                "findings": {
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["finding", "times"],
                    "properties": {"finding": {"type": "string"}, "times": {"$ref": "#/$defs/count"}}
                  }
                },
                "others": {"description": "The lines of replays that found more.", "type": "array", "items": {"$ref": "#"}}
              }
            },
            "accepted": {"description": "With --accept: all findings are known.", "const": true},
            "acceptedFindings": {"description": "With --accept: those that are known, in words.", "$ref": "#/$defs/texts"}
          },
          "$defs": {
            "verifiedDivergence": {
              "description": "The first recorded state with which replay disagrees, or the step that cannot be replayed.",
              "type": "object", "required": ["seq", "agreedUpTo", "cause"],
              "properties": {
                "seq": {"description": "The step after which they differ.", "$ref": "#/$defs/seq"},
                "agreedUpTo": {"description": "The position of the last state before it that agrees.", "$ref": "#/$defs/seq"},
                "cause": {"enum": ["notDeterministic", "reducerChanged", "schemaChanged", "unstableCoding", "damaged", "unknown"]},
                "differing": {
                  "description": "Two replays that differ, or a state that a later step changed (sharing).",
                  "type": "object", "required": ["between", "seq", "paths"],
                  "properties": {
                    "between": {"enum": ["sameProcess", "otherProcess", "later", "coding", "encoding", "hashOrder", "sharing"]}, "seq": {"$ref": "#/$defs/seq"},
                    "paths": {"description": "JSONPaths of the values that differ.", "$ref": "#/$defs/texts"},
                    "trapped": {"description": "One of them trapped.", "const": true}
                  }
                },
                "mayBeFromOutside": {"description": "No replayed step changes a value that differs.", "const": true},
                "what": {"description": "What the program can no longer decode.", "enum": ["action", "state"]},
                "line": {"description": "The line of the file that it cannot decode, from 1.", "type": "integer", "minimum": 1},
                "why": {"description": "Why the cause is unknown.", "type": "string"},
                "paths": {"description": "JSONPaths of the values that differ.", "$ref": "#/$defs/texts"},
                "diff": {"description": "From the recorded state to the replayed one.", "$ref": "#/$defs/patch"},
                "reason": {"description": "Why the step cannot be replayed.", "type": "string"},
                "ignored": {"description": "`==` of the program calls the states equal.", "const": true},
                "unstable": {"description": "Paths of values that change when the state is encoded and decoded.", "$ref": "#/$defs/texts"}
              }
            }
          }
        }
        """#)
}
