extension PrintedSchema {
    /// What the answers of several commands have in common.
    static let answers = #"""
        {
          "patch": {
            "description": "A JSON Patch (RFC 6902).", "type": "array",
            "items": {
              "type": "object", "required": ["op", "path"],
              "additionalProperties": false,
              "properties": {
                "op": {"enum": ["add", "remove", "replace", "move", "copy", "test"]},
                "path": {"$ref": "#/$defs/pointer"}, "from": {"$ref": "#/$defs/pointer"}, "value": true
              },
              "allOf": [
                {"if": {"properties": {"op": {"enum": ["add", "replace", "test"]}}}, "then": {"required": ["value"]}},
                {"if": {"properties": {"op": {"enum": ["move", "copy"]}}}, "then": {"required": ["from"]}}
              ]
            }
          },
          "pointer": {"description": "A JSON Pointer (RFC 6901).", "type": "string", "pattern": "^(/[^/]*)*$"},
          "texts": {"type": "array", "items": {"type": "string"}},
          "span": {"description": "The first and the last of neighbors.", "type": "array", "items": {"$ref": "#/$defs/seq"}, "minItems": 2, "maxItems": 2},
          "spans": {"type": "array", "items": {"$ref": "#/$defs/span"}},
          "steps": {
            "description": "Steps from a first one through a last one.",
            "type": "object", "required": ["from", "through"],
            "properties": {"from": {"$ref": "#/$defs/seq"}, "through": {"$ref": "#/$defs/seq"}}
          },
          "unreducible": {
            "type": "object", "required": ["from", "through", "why"],
            "properties": {"from": {"$ref": "#/$defs/seq"}, "through": {"$ref": "#/$defs/seq"}, "why": {"type": "string"}}
          },
          "step": {
            "description": "A step of the timeline. A state that was set is left out.",
            "type": "object", "required": ["seq", "at"],
            "oneOf": [{"required": ["action"]}, {"required": ["opaque"]}, {"required": ["by"]}],
            "properties": {
              "seq": {"$ref": "#/$defs/stepNumber"}, "at": {"$ref": "#/$defs/at"},
              "action": {"description": "As the program's Codable writes it."},
              "opaque": {"description": "A description of an action that could not be encoded.", "type": "string"},
              "by": {"$ref": "#/$defs/by"}, "from": {"$ref": "#/$defs/from"}, "cause": {"$ref": "#/$defs/cause"},
              "site": {"$ref": "#/$defs/site"}
            }
          },
          "site": {
            "description": "The line of code that dispatched the action. Absent if unknown.",
            "type": "object", "required": ["file", "line"],
            "properties": {
              "file": {"description": "The module and the file.", "type": "string"}, "line": {"$ref": "#/$defs/count"},
              "path": {"description": "Of the file, in the package of the current folder, if it is there.", "type": "string"}
            }
          },
          "place": {
            "description": "A place in a file.",
            "type": "object", "required": ["file", "line", "byte", "reason"],
            "properties": {
              "file": {"type": "string"}, "line": {"description": "From 1.", "type": "integer", "minimum": 1},
              "byte": {"description": "From the start of the file, which is 0.", "$ref": "#/$defs/count"},
              "reason": {"description": "What is wrong there.", "type": "string"}
            }
          },
          "divergence": {
            "description": "The first recorded state with which replay disagrees.",
            "type": "object", "required": ["seq", "agreedUpTo", "diff"],
            "properties": {
              "seq": {"description": "The step after which they differ.", "$ref": "#/$defs/seq"},
              "agreedUpTo": {"description": "The position of the last state before it that agrees.", "$ref": "#/$defs/seq"},
              "diff": {"description": "From the recorded state to the replayed one.", "$ref": "#/$defs/patch"},
              "ignored": {"description": "`==` of the program calls the states equal.", "const": true},
              "unstable": {"description": "Paths of values that change when the state is encoded and decoded.", "$ref": "#/$defs/texts"}
            }
          },
          "confirmedBy": {
            "description": "The recorded state that agrees with replay; null if none does.",
            "oneOf": [
              {"type": "null"},
              {
                "type": "object", "required": ["seq"],
                "properties": {
                  "seq": {"$ref": "#/$defs/seq"},
                  "inPart": {"description": "It agrees in what the condition or the path reads; elsewhere they differ.", "const": true}
                }
              }
            ]
          },
          "recorded": {"description": "All states that the answer depends on are recorded; none was replayed.", "const": true},
          "fresh": {"description": "Replayed with --fresh: no recorded state confirms it.", "const": true},
          "unseen": {"description": "What the condition or the path reads, and no state has.", "$ref": "#/$defs/texts"},
          "explanation": {
            "description": "Where the values came from that make the state bad.",
            "type": "object", "required": ["values", "causes"],
            "properties": {
              "values": {
                "type": "array",
                "items": {
                  "type": "object", "required": ["path", "steps"],
                  "properties": {"path": {"description": "A JSONPath.", "type": "string"}, "steps": {"$ref": "#/$defs/facts"}}
                }
              },
              "causes": {"description": "How the step came about.", "$ref": "#/$defs/facts"}
            }
          },
          "facts": {
            "description": "Steps, the newest first, with what each did.",
            "type": "array",
            "items": {
              "type": "object", "required": ["step", "text"],
              "properties": {"step": {"$ref": "#/$defs/seq"}, "text": {"type": "string"}}
            }
          },
          "fault": {
            "description": "What is wrong with the type of the state, and not with the reducer.",
            "enum": ["coding", "encoding", "hashOrder", "sharing"]
          },
          "notDeterministic": {
            "description": "No answer, with exit status 2: two replays differ.",
            "type": "object", "required": ["notDeterministic"],
            "properties": {
              "notDeterministic": {
                "type": "object", "required": ["seq", "paths"],
                "properties": {
                  "seq": {"description": "The step after which they differ.", "$ref": "#/$defs/seq"},
                  "paths": {"description": "JSONPaths of the values that differ.", "$ref": "#/$defs/texts"},
                  "action": {"description": "The action of the step, as the program's Codable writes it."},
                  "fault": {"$ref": "#/$defs/fault"}
                }
              }
            }
          },
          "contradiction": {
            "description": "No answer, with exit status 2: --run judged one state in two ways.",
            "type": "object", "required": ["contradiction"],
            "properties": {
              "contradiction": {
                "type": "object", "required": ["verdicts"],
                "properties": {
                  "seq": {"$ref": "#/$defs/seq"},
                  "verdicts": {
                    "type": "array", "items": {"enum": ["good", "bad", "impossible to judge"]}, "minItems": 2, "maxItems": 2
                  }
                }
              }
            }
          }
        }
        """#
}
