extension PrintedSchema {
    static let info = PrintedSchema(
        "info",
        #"""
        {
          "title": "What `timeline info --json` prints",
          "description": "One object: the header and what the timeline contains. Of a folder with several timelines, a list of them, the newest first.",
          "anyOf": [{"$ref": "#/$defs/info"}, {"$ref": "#/$defs/runs"}],
          "$defs": {
          "runs": {"type": "object", "required": ["runs"], "properties": {"runs": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/info"}, {"$ref": "#/$defs/unread"}]}}}},
          "unread": {"type": "object", "required": ["file", "error"], "properties": {"file": {"type": "string"}, "error": {"description": "Why it cannot be read.", "type": "string"}}},
          "info": {
          "type": "object", "required": ["timeline", "program", "version", "session", "started", "steps", "actions", "opaque", "sets", "snapshots", "marks", "gaps", "seconds", "bytes", "clean", "checked", "torn", "damage", "byAction"],
          "properties": {
            "file": {"description": "In a list, the path of the timeline.", "type": "string"},
            "timeline": {"description": "The version of the format.", "const": 1},
            "program": {"type": "string"}, "version": {"description": "The version of the program.", "type": "string"},
            "session": {"description": "Identifies the run.", "type": "string"},
            "started": {"description": "When the run started: ISO 8601, in UTC.", "type": "string"},
            "steps": {"description": "The number of steps, with those in gaps.", "$ref": "#/$defs/count"},
            "actions": {"description": "The number of actions on file, with the opaque ones.", "$ref": "#/$defs/count"},
            "opaque": {"description": "The number of actions that could not be encoded.", "$ref": "#/$defs/count"},
            "sets": {"description": "The number of states set from outside.", "$ref": "#/$defs/count"},
            "generated": {"description": "The number of generated values; absent if 0.", "$ref": "#/$defs/count"},
            "snapshots": {"$ref": "#/$defs/count"}, "marks": {"$ref": "#/$defs/count"}, "gaps": {"$ref": "#/$defs/count"},
            "seconds": {"description": "From the start to the last step or line, in seconds.", "type": "number", "minimum": 0},
            "bytes": {"description": "The size of all segments, unpacked.", "$ref": "#/$defs/count"},
            "clean": {"description": "Whether the run ended cleanly.", "type": "boolean"},
            "checked": {"description": "What was checked: checksum, kind and order of each line, or all of each line.", "enum": ["checksums", "lines"]},
            "torn": {"description": "Whether a last line is incomplete, and left out.", "type": "boolean"},
            "tornSegments": {"description": "Segments that end before their first state is complete.", "type": "array", "items": {"$ref": "#/$defs/place"}},
            "damage": {"type": "array", "items": {"$ref": "#/$defs/place"}},
            "missing": {"description": "The first segments are missing.", "$ref": "#/$defs/place"},
            "unreturned": {"description": "The step whose reducer never returned.", "$ref": "#/$defs/seq"},
            "lost": {"description": "Steps that were reduced but not written.", "$ref": "#/$defs/steps"},
            "bundle": {"$ref": "#/$defs/bundleNote"},
            "replica": {"description": "For the log of a replica: its identifier and mode.", "type": "object"},
            "byAction": {
              "description": "How often each kind of action occurs, the most frequent first.",
              "type": "array",
              "items": {
                "type": "object", "required": ["action", "count"],
                "properties": {
                  "action": {"description": "The name of the action; null for those without one.", "type": ["string", "null"]},
                  "count": {"$ref": "#/$defs/count"}
                }
              }
            },
            "otherActions": {"description": "The number of actions of further kinds, which byAction leaves out.", "$ref": "#/$defs/count"}
          }
          }
          }
        }
        """#)

    static let state = PrintedSchema(
        "state",
        #"""
        {
          "title": "What `timeline state --json` prints",
          "description": "One value on one line: the state, as the program's Codable writes it. With --path, the value there, or an array of all values if the path is a query that can select several. The program defines what it may be."
        }
        """#)

    static let diff = PrintedSchema(
        "diff",
        #"""
        {
          "title": "What `timeline diff --json` prints",
          "description": "One value. With two positions: a JSON Patch from the first state to the second. With two timelines: where they part.",
          "oneOf": [{"$ref": "#/$defs/patch"}, {"$ref": "#/$defs/recordings"}, {"$ref": "#/$defs/notDeterministic"}],
          "$defs": {
            "recordings": {
              "description": "Where two timelines of one program part. Each pair has the first one's value first.",
              "type": "object", "required": ["begin", "same", "only", "parting", "states"],
              "properties": {
                "begin": {"description": "The number of steps that are the same at the beginning.", "$ref": "#/$defs/count"},
                "same": {"description": "The number of steps that are the same in all.", "$ref": "#/$defs/count"},
                "only": {"description": "The numbers of steps that each has alone.", "$ref": "#/$defs/counts"},
                "cut": {"description": "The search for more that is the same was cut short.", "const": true},
                "missing": {"description": "The numbers of steps that are missing from each file.", "$ref": "#/$defs/counts"},
                "parting": {
                  "description": "Where the actions part; null if they do not.",
                  "type": ["object", "null"],
                  "required": ["counts", "steps", "again"],
                  "properties": {
                    "counts": {"$ref": "#/$defs/counts"},
                    "steps": {
                      "description": "The steps of each, up to ten.",
                      "type": "array", "minItems": 2, "maxItems": 2,
                      "items": {"type": "array", "items": {"$ref": "#/$defs/step"}, "maxItems": 10}
                    },
                    "again": {"description": "The steps from which they are the same again; null if there are none.", "anyOf": [{"type": "null"}, {"$ref": "#/$defs/pair"}]}
                  }
                },
                "states": {
                  "type": "object", "required": ["compared", "of", "difference"],
                  "properties": {
                    "compared": {"description": "The number of pairs of states that were compared.", "$ref": "#/$defs/count"},
                    "of": {"description": "The number of pairs that could be.", "$ref": "#/$defs/count"},
                    "difference": {
                      "description": "The first difference; null if there is none.",
                      "type": ["object", "null"],
                      "required": ["after", "equal", "diff"],
                      "properties": {
                        "after": {"description": "The steps after which the states differ.", "$ref": "#/$defs/pair"},
                        "equal": {"description": "The steps after which they were last equal; null if they never were.", "anyOf": [{"type": "null"}, {"$ref": "#/$defs/pair"}]},
                        "diff": {"$ref": "#/$defs/patch"}
                      }
                    },
                    "diverged": {
                      "description": "The steps after which replay differs from each recording; null where it does not.",
                      "type": "array", "items": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/seq"}]}, "minItems": 2, "maxItems": 2
                    },
                    "stop": {"description": "Why later states were not compared.", "type": "string"}
                  }
                }
              }
            },
            "pair": {"type": "array", "items": {"$ref": "#/$defs/seq"}, "minItems": 2, "maxItems": 2},
            "counts": {"type": "array", "items": {"$ref": "#/$defs/count"}, "minItems": 2, "maxItems": 2}
          }
        }
        """#)
}
