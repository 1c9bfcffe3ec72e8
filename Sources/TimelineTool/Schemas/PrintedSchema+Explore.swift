extension PrintedSchema {
    static let explore = PrintedSchema(
        "explore",
        #"""
        {
          "title": "What `timeline explore --json` prints",
          "description": "One object: the bugs that were found, those that the app can do first, and what was covered.",
          "type": "object",
          "required": ["findings", "timelines", "of", "seed", "steps", "runs", "types", "typesOf", "states", "operators"],
          "properties": {
            "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}},
            "timelines": {"description": "How many were used.", "$ref": "#/$defs/count"},
            "of": {"description": "How many were named.", "$ref": "#/$defs/count"},
            "seed": {"$ref": "#/$defs/count"},
            "steps": {"description": "The number of actions that were reduced.", "$ref": "#/$defs/count"},
            "runs": {"description": "The number of runs that were made.", "$ref": "#/$defs/count"},
            "types": {"description": "The types of actions that were reduced.", "$ref": "#/$defs/texts"},
            "typesOf": {"description": "The number of types of actions in the timelines.", "$ref": "#/$defs/count"},
            "states": {"description": "The number of states that differ in booleans, enumerations, counts or small numbers.", "$ref": "#/$defs/count"},
            "operators": {"description": "How often each operator was used.", "type": "object", "additionalProperties": {"$ref": "#/$defs/count"}},
            "notes": {"description": "What could not be told, or was left out.", "$ref": "#/$defs/texts"},
            "interrupted": {"description": "Control-C ended the search.", "const": true}
          },
          "$defs": {
            "finding": {
              "type": "object", "required": ["rule", "label", "key", "steps", "sources", "minimal"],
              "properties": {
                "rule": {"anyOf": [{"enum": ["notDeterministic", "coding"]}, {
                  "type": "object", "minProperties": 1,
                  "properties": {"invariant": {"type": "string"}, "bad": {"type": "string"}, "signal": {"type": "string"}}
                }]},
                "label": {"description": "What shows that the app can do this run: all of it was recorded in such states, or only but for the conditions, or not.", "enum": ["possible", "conditional", "synthetic"]},
                "conditions": {"description": "The circumstances of steps that no recording has.", "type": "array", "items": {
                  "type": "object", "required": ["step", "if"],
                  "properties": {"step": {"description": "The first step that has it.", "$ref": "#/$defs/count"}, "if": {"description": "What the app must be able to do, and how often it was otherwise.", "type": "string"}}
                }},
                "sources": {"description": "Where each step was recorded.", "type": "array", "items": {
                  "type": "object", "required": ["file", "step"],
                  "properties": {"file": {"description": "The timeline.", "type": "string"}, "step": {"description": "The number of the step in it.", "$ref": "#/$defs/count"}}
                }},
                "key": {"description": "The types of the actions of the shortest run, as far as their order matters: the same for the same bug.", "$ref": "#/$defs/texts"},
                "steps": {"description": "The shortest run.", "type": "array", "items": {"$ref": "#/$defs/step"}},
                "minimal": {"description": "Whether no step can be left out.", "type": "boolean"},
                "file": {"description": "With -o, its timeline.", "type": "string"},
                "command": {"description": "With -o, the command that goes on with it.", "type": "string"}
              }
            }
          }
        }
        """#)

    static let triage = PrintedSchema(
        "triage",
        #"""
        {
          "title": "A line that `timeline triage --json` prints",
          "description": "A line for each timeline or, with --merge, for each group. `triage --merge` takes both.",
          "type": "object",
          "required": ["triage", "program", "rule", "count", "sessions", "first", "last", "steps", "file"],
          "properties": {
            "triage": {"description": "The version of this format.", "const": 1},
            "program": {"type": "string"},
            "rule": {"anyOf": [{"enum": ["nothing", "unknown"]}, {
              "type": "object", "minProperties": 1,
              "properties": {"invariant": {"type": "string"}, "condition": {"type": "string"}, "signal": {"type": "string"}}
            }]},
            "key": {"description": "The types of the actions of the shortest run; absent if it is not known.", "$ref": "#/$defs/texts"},
            "culprit": {"description": "The type of the action that broke the rule; absent if the first state breaks it.", "type": "string"},
            "count": {"description": "The number of timelines.", "$ref": "#/$defs/count"},
            "sessions": {"description": "The smallest hashes of the sessions, at most 256: as many as there are, or an estimate.", "type": "array", "items": {"$ref": "#/$defs/count"}},
            "first": {"$ref": "#/$defs/start"}, "last": {"$ref": "#/$defs/start"},
            "steps": {"description": "The fewest and the most steps up to the finding.", "$ref": "#/$defs/span"},
            "file": {"description": "The timeline with the fewest steps.", "type": "string"},
            "alsoBroken": {"description": "Invariants that the same states broke.", "$ref": "#/$defs/texts"},
            "reason": {"description": "What could not be told, and why.", "type": "string"},
            "case": {"description": "The lines of the shortest run, which are a timeline.", "type": "array", "items": {"type": "object"}},
            "bug": {"description": "With --merge: groups with the same number are one bug.", "$ref": "#/$defs/count"}
          },
          "$defs": {
            "start": {
              "description": "When a run began, in ISO 8601 and UTC, and the version of its program.",
              "type": "object", "required": ["started", "version"], "properties": {"started": {"type": "string"}, "version": {"type": "string"}}
            }
          }
        }
        """#)
}
