extension PrintedSchema {
    static let line = PrintedSchema(
        nil,
        #"""
        {
          "title": "A line of a timeline",
          "description": "Version 1 of the format. A timeline is JSON Lines: UTF-8, an object on each line. The first line is the header, the second a snapshot. Readers keep and skip members and kinds of lines that they do not know, unless the header requires them.",
          "type": "object", "additionalProperties": true,
          "properties": {"crc": {"$ref": "#/$defs/crc"}},
          "if": {"required": ["timeline"]},
          "then": {"$ref": "#/$defs/header"},
          "else": {
            "dependentSchemas": {
              "action": {"$ref": "#/$defs/actionLine"}, "opaque": {"$ref": "#/$defs/opaqueLine"},
              "set": {"$ref": "#/$defs/setLine"}, "state": {"$ref": "#/$defs/snapshotLine"},
              "generated": {"$ref": "#/$defs/generatedLine"}, "mark": {"$ref": "#/$defs/markLine"},
              "gap": {"$ref": "#/$defs/gapLine"}, "end": {"$ref": "#/$defs/endLine"}, "site": {"$ref": "#/$defs/siteLine"}
            },
            "$comment": "A line is of one kind, or of one that this version does not know.",
            "oneOf": [
              {"required": ["action"]}, {"required": ["opaque"]}, {"required": ["set"]}, {"required": ["state"]},
              {"required": ["generated"]}, {"required": ["mark"]}, {"required": ["gap"]}, {"required": ["end"]},
              {"required": ["site"]},
              {"not": {"anyOf": [
                {"required": ["action"]}, {"required": ["opaque"]}, {"required": ["set"]}, {"required": ["state"]},
                {"required": ["generated"]}, {"required": ["mark"]}, {"required": ["gap"]}, {"required": ["end"]},
                {"required": ["site"]}
              ]}}
            ]
          }
        }
        """#)

    static let log = PrintedSchema(
        "log",
        #"""
        {
          "title": "A line that `timeline log --json` prints",
          "description": "One line for each step, mark, gap and generated value, as it is in the file.",
          "oneOf": [
            {"$ref": "#/$defs/stepLine"}, {"$ref": "#/$defs/generatedLine"}, {"$ref": "#/$defs/markLine"},
            {"$ref": "#/$defs/gapLine"}
          ]
        }
        """#)

    /// The lines of a file. They are open: readers skip members that they do not know.
    static let lines = #"""
        {
          "header": {
            "description": "The first line of each file: which program ran, when, and what a reader must support.",
            "type": "object", "additionalProperties": true, "required": ["timeline", "session", "program", "version", "started", "segment"],
            "properties": {
              "timeline": {"description": "The version of the format.", "const": 1},
              "session": {"description": "Identifies the run, in all its segments.", "type": "string"},
              "program": {"description": "The name of the program that knows the types of states and actions.", "type": "string"},
              "version": {"description": "The version of the program.", "type": "string"},
              "started": {"description": "When the run started: ISO 8601, in UTC, to the microsecond.", "type": "string"},
              "segment": {"description": "The number of this file in the session, from 1.", "type": "integer", "minimum": 1},
              "platform": {"description": "Where it ran: operating system, architecture and version of Swift.", "type": "object"},
              "snapshots": {"description": "When snapshots were written: the name of the policy.", "type": "string"},
              "redaction": {"description": "What was replaced by pseudonyms. It never contains the key.", "type": "object"},
              "dropped": {"description": "What rotation removed before this segment.", "type": "object"},
              "bundle": {"$ref": "#/$defs/bundleNote"},
              "derived": {"description": "For a timeline made from another by editing its steps: that one's session, and the edits.", "type": "object"},
              "replica": {"description": "For the log of a replica: its identifier and mode.", "type": "object"},
              "requires": {"description": "Members and kinds of lines without which a reader must refuse the file.", "type": "array", "items": {"type": "string"}},
              "checksums": {"description": "Every line of the file has a checksum.", "const": "crc32c"},
              "crc": {"$ref": "#/$defs/crc"}
            }
          },
          "bundleNote": {
            "description": "For a crash bundle: the last steps of a run.",
            "type": "object", "additionalProperties": true, "required": ["states", "last"],
            "properties": {
              "states": {"description": "The number of steps in the bundle.", "$ref": "#/$defs/count"},
              "asked": {"description": "The number of steps that were asked for, if a limit on bytes allowed fewer.", "$ref": "#/$defs/count"},
              "last": {
                "type": "object", "additionalProperties": true, "required": ["seq"],
                "properties": {
                  "seq": {"$ref": "#/$defs/seq"},
                  "reduced": {"description": "Whether the reducer of this step returned; absent if unknown.", "type": "boolean"}
                }
              },
              "signal": {"description": "The signal that ended the app: `SIGILL`.", "type": "string"},
              "status": {"description": "The exit status, as a shell reports it: after a signal, 128 plus its number.", "type": "integer"},
              "backtrace": {"description": "Where the app was: the fault, and frames, the innermost first.", "type": "object"}
            }
          },
          "stepLine": {
            "description": "A change of the state: an action that was reduced, or a state set from outside.",
            "oneOf": [{"$ref": "#/$defs/actionLine"}, {"$ref": "#/$defs/opaqueLine"}, {"$ref": "#/$defs/setLine"}]
          },
          "actionLine": {
            "description": "An action, written before its reducer ran.",
            "type": "object", "additionalProperties": true, "required": ["seq", "at", "action"],
            "properties": {
              "seq": {"$ref": "#/$defs/stepNumber"}, "at": {"$ref": "#/$defs/at"},
              "action": {"description": "As the program's Codable writes it."},
              "from": {"$ref": "#/$defs/from"}, "cause": {"$ref": "#/$defs/cause"},
              "in": {"description": "The number of its site: the line of code that dispatched it.", "$ref": "#/$defs/count"}, "crc": {"$ref": "#/$defs/crc"}
            }
          },
          "opaqueLine": {
            "description": "An action that could not be encoded. A snapshot of this step follows.",
            "type": "object", "additionalProperties": true, "required": ["seq", "at", "opaque"],
            "properties": {
              "seq": {"$ref": "#/$defs/stepNumber"}, "at": {"$ref": "#/$defs/at"},
              "opaque": {"description": "A description of the action.", "type": "string"},
              "from": {"$ref": "#/$defs/from"}, "cause": {"$ref": "#/$defs/cause"},
              "in": {"description": "The number of its site: the line of code that dispatched it.", "$ref": "#/$defs/count"}, "crc": {"$ref": "#/$defs/crc"}
            }
          },
          "setLine": {
            "description": "A state put in from outside the reducer.",
            "type": "object", "additionalProperties": true, "required": ["seq", "at", "set"],
            "properties": {
              "seq": {"$ref": "#/$defs/stepNumber"}, "at": {"$ref": "#/$defs/at"},
              "set": {"description": "The whole state, as the program's Codable writes it."},
              "by": {"$ref": "#/$defs/by"},
              "from": {"$ref": "#/$defs/from"}, "cause": {"$ref": "#/$defs/cause"}, "crc": {"$ref": "#/$defs/crc"}
            }
          },
          "snapshotLine": {
            "description": "A snapshot: it confirms, and changes nothing. It may come after later steps, but before the next snapshot.",
            "type": "object", "additionalProperties": true, "required": ["seq", "at", "state"],
            "properties": {
              "seq": {"$ref": "#/$defs/seq"}, "at": {"$ref": "#/$defs/at"},
              "state": {"description": "The whole state after step seq, as the program's Codable writes it."},
              "crc": {"$ref": "#/$defs/crc"}
            }
          },
          "generatedLine": {
            "description": "A value that the reducer of step seq generated. Replay hands it out again.",
            "type": "object", "additionalProperties": true, "required": ["seq", "at", "generated"],
            "properties": {
              "seq": {"$ref": "#/$defs/seq"}, "at": {"$ref": "#/$defs/at"},
              "generated": {"description": "One member: what it is (`uuid`), and the value.", "type": "object", "minProperties": 1, "maxProperties": 1},
              "crc": {"$ref": "#/$defs/crc"}
            }
          },
          "markLine": {
            "description": "A name for a position, which `%NAME` finds.",
            "type": "object", "additionalProperties": true, "required": ["seq", "at", "mark"],
            "properties": {
              "seq": {"$ref": "#/$defs/seq"}, "at": {"$ref": "#/$defs/at"},
              "mark": {"description": "The name.", "type": "string"}, "crc": {"$ref": "#/$defs/crc"}
            }
          },
          "gapLine": {
            "description": "Steps seq to through were reduced and not recorded.",
            "type": "object", "additionalProperties": true, "required": ["seq", "at", "gap"],
            "properties": {
              "seq": {"$ref": "#/$defs/seq"}, "at": {"$ref": "#/$defs/at"},
              "gap": {
                "type": "object", "additionalProperties": true, "required": ["through", "why"],
                "properties": {
                  "through": {"description": "The last step that is missing.", "$ref": "#/$defs/seq"},
                  "why": {"description": "What stood in the way.", "type": "string"}
                }
              },
              "crc": {"$ref": "#/$defs/crc"}
            }
          },
          "siteLine": {
            "description": "A line of code that dispatched actions: the steps up to the next snapshot with its number in `in`.",
            "type": "object", "additionalProperties": true, "required": ["seq", "at", "site"],
            "properties": {
              "seq": {"$ref": "#/$defs/seq"}, "at": {"$ref": "#/$defs/at"},
              "site": {
                "type": "object", "additionalProperties": true, "required": ["number", "file", "line"],
                "properties": {
                  "number": {"description": "Its number, from 1.", "$ref": "#/$defs/stepNumber"},
                  "file": {"description": "The module and the file: `App/View.swift`.", "type": "string"},
                  "line": {"description": "From 1.", "$ref": "#/$defs/count"}
                }
              },
              "crc": {"$ref": "#/$defs/crc"}
            }
          },
          "endLine": {
            "description": "The run ended cleanly. Without this line, it did not, or is still running.",
            "type": "object", "additionalProperties": true, "required": ["seq", "at", "end"],
            "properties": {
              "seq": {"$ref": "#/$defs/seq"}, "at": {"$ref": "#/$defs/at"},
              "end": {
                "type": "object", "additionalProperties": true, "required": ["actions", "snapshots"],
                "properties": {
                  "actions": {"description": "The number of actions in the session.", "$ref": "#/$defs/count"},
                  "snapshots": {"description": "The number of snapshots in the session.", "$ref": "#/$defs/count"}
                }
              },
              "crc": {"$ref": "#/$defs/crc"}
            }
          },
          "seq": {"description": "A position: the number of the step before it. 0 is the start of the session.", "type": "integer", "minimum": 0, "maximum": 9007199254740992},
          "stepNumber": {"description": "The number of the step, from 1, plus 1 for each, over all segments.", "type": "integer", "minimum": 1, "maximum": 9007199254740992},
          "at": {"description": "Seconds since `started`, on a monotonic clock, to the microsecond.", "type": "number", "minimum": 0},
          "from": {"description": "The origin: user, effect, remote, or a name of the app's own. Absent if unknown.", "type": "string"},
          "by": {"description": "What set the state: `hotReload`.", "type": "string"},
          "cause": {"description": "The step that this one came from. Absent if unknown.", "$ref": "#/$defs/seq"},
          "count": {"type": "integer", "minimum": 0, "maximum": 9007199254740992},
          "crc": {"description": "CRC-32C of the bytes of the line before `,\"crc\":`. The last member.", "type": "string", "pattern": "^[0-9a-f]{8}$"}
        }
        """#
}
