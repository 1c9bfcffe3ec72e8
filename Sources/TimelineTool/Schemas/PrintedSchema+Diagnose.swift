extension PrintedSchema {
    static let replay = PrintedSchema(
        "replay",
        #"""
        {
          "title": "A line that `timeline replay --json` prints",
          "description": "A line for each step as it is replayed, and a last line with the result. With --verify, the last line alone.",
          "oneOf": [{"$ref": "#/$defs/replayedStep"}, {"$ref": "#/$defs/result"}],
          "$defs": {
            "replayedStep": {
              "type": "object", "required": ["seq", "at", "diff"],
              "properties": {
                "seq": {"$ref": "#/$defs/seq"}, "at": {"$ref": "#/$defs/at"},
                "action": {"description": "As the program's Codable writes it; absent for other steps.", "not": {"type": "null"}},
                "by": {"$ref": "#/$defs/by"},
                "skipped": {"description": "Steps up to this one that cannot be reduced. The state is the one recorded after them.", "$ref": "#/$defs/unreducible"},
                "from": {"$ref": "#/$defs/from"},
                "diff": {"description": "From the state that was shown before, at first null.", "$ref": "#/$defs/patch"}
              }
            },
            "result": {
              "type": "object", "required": ["replayed", "skipped", "confirmed", "divergence"],
              "properties": {
                "replayed": {"description": "The number of steps that were reduced again.", "$ref": "#/$defs/count"},
                "skipped": {"description": "The number of steps that cannot be reduced.", "$ref": "#/$defs/count"},
                "confirmed": {"description": "The number of recorded states that agree.", "$ref": "#/$defs/count"},
                "divergence": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/divergence"}]},
                "sets": {"description": "The number of states set from outside; absent if 0.", "$ref": "#/$defs/count"},
                "from": {"description": "With --fresh, where the recording begins; absent if that is 0.", "$ref": "#/$defs/seq"},
                "madeValues": {"description": "The number of generated values that were not on file, and made from a seed.", "$ref": "#/$defs/count"},
                "skippedSteps": {"description": "With --fresh, the steps that were not replayed.", "$ref": "#/$defs/spans"},
                "unreduced": {"description": "The last steps, which cannot be reduced, and which no recorded state follows.", "$ref": "#/$defs/steps"},
                "fault": {
                  "description": "With --verify: replay depends on where it begins.",
                  "type": "object", "required": ["kind", "seq", "paths"],
                  "properties": {
                    "kind": {"$ref": "#/$defs/fault"}, "seq": {"$ref": "#/$defs/seq"}, "paths": {"$ref": "#/$defs/texts"}
                  }
                },
                "recorded": {
                  "description": "With --skip, --insert or --edit: how the outcome differs from the recording.",
                  "type": "object", "required": ["seq", "diff"],
                  "properties": {
                    "seq": {"description": "The step of the recording.", "$ref": "#/$defs/seq"},
                    "diff": {"description": "From the state recorded after it; null if the outcome is unknown.", "anyOf": [{"type": "null"}, {"$ref": "#/$defs/patch"}]},
                    "changed": {"description": "Earlier steps after which the state differs; absent if unknown.", "$ref": "#/$defs/spans"}
                  }
                }
              }
            }
          }
        }
        """#)

    static let bisect = PrintedSchema(
        "bisect",
        #"""
        {
          "title": "What `timeline bisect --json` prints",
          "description": "One object: the step that turned the state bad, or why there is none.",
          "oneOf": [
            {"$ref": "#/$defs/found"}, {"$ref": "#/$defs/notFound"}, {"$ref": "#/$defs/notDeterministic"},
            {"$ref": "#/$defs/contradiction"}
          ],
          "$defs": {
            "found": {
              "type": "object", "required": ["found", "bad", "good", "probes", "monotone", "diff"],
              "anyOf": [{"required": ["recorded"]}, {"required": ["confirmedBy"]}, {"required": ["fresh"]}],
              "properties": {
                "found": {"const": true},
                "bad": {"description": "The step that turned the state bad.", "$ref": "#/$defs/step"},
                "good": {
                  "description": "The last good state before it.",
                  "type": "object", "required": ["seq"], "properties": {"seq": {"$ref": "#/$defs/seq"}}
                },
                "probes": {"$ref": "#/$defs/probes"},
                "monotone": {"description": "Whether all later states are bad; null if unknown.", "type": ["boolean", "null"]},
                "badSpans": {"description": "The steps after which the state is bad; absent if not all were judged.", "$ref": "#/$defs/spans"},
                "unjudged": {"description": "The steps after which the state could not be judged.", "$ref": "#/$defs/spans"},
                "diff": {"description": "From the last good state to the bad one.", "$ref": "#/$defs/patch"},
                "why": {"$ref": "#/$defs/explanation"},
                "recorded": {"$ref": "#/$defs/recorded"}, "confirmedBy": {"$ref": "#/$defs/confirmedBy"}, "fresh": {"$ref": "#/$defs/fresh"},
                "from": {"$ref": "#/$defs/beginning"}, "returned": {"$ref": "#/$defs/returned"},
                "skippedSteps": {"$ref": "#/$defs/skippedSteps"}, "unseen": {"$ref": "#/$defs/unseen"}
              }
            },
            "notFound": {
              "type": "object", "required": ["found", "why", "probes"],
              "oneOf": [{"required": ["seq"]}, {"required": ["candidates"]}, {"required": ["divergence"]}],
              "properties": {
                "found": {"const": false},
                "why": {
                  "enum": [
                    "no state is bad", "the last state is good, and the others were not judged",
                    "the state at the good end is bad", "states could not be judged", "a state could not be judged",
                    "replay and recording disagree"
                  ]
                },
                "seq": {"description": "The position that was looked at last.", "$ref": "#/$defs/seq"},
                "candidates": {"description": "The first and the last step that may have turned the state bad.", "$ref": "#/$defs/span"},
                "divergence": {"$ref": "#/$defs/divergence"},
                "probes": {"$ref": "#/$defs/probes"}, "fresh": {"$ref": "#/$defs/fresh"},
                "from": {"$ref": "#/$defs/beginning"}, "returned": {"$ref": "#/$defs/returned"},
                "skippedSteps": {"$ref": "#/$defs/skippedSteps"}, "unseen": {"$ref": "#/$defs/unseen"}
              }
            },
            "probes": {"description": "The number of states that were judged.", "$ref": "#/$defs/count"},
            "beginning": {"description": "With --fresh, where the recording begins; absent if that is 0.", "$ref": "#/$defs/seq"},
            "returned": {"description": "With --fresh, the last step, whose reducer did not return in the recording, and now does.", "$ref": "#/$defs/seq"},
            "skippedSteps": {"description": "With --fresh, the steps that were not replayed.", "$ref": "#/$defs/spans"}
          }
        }
        """#)

    static let blame = PrintedSchema(
        "blame",
        #"""
        {
          "title": "What `timeline blame --json` prints",
          "description": "One object: the changes of the values at a path, the newest first.",
          "oneOf": [{"$ref": "#/$defs/history"}, {"$ref": "#/$defs/notDeterministic"}],
          "$defs": {
            "history": {
              "type": "object", "required": ["path", "changes", "states"],
              "properties": {
                "path": {"description": "As it was given: a JSONPath or a JSON Pointer.", "type": "string"},
                "changes": {"type": "array", "items": {"$ref": "#/$defs/change"}},
                "states": {"description": "The number of states that were looked at.", "$ref": "#/$defs/count"},
                "unknown": {"description": "Positions whose states are unknown.", "$ref": "#/$defs/spans"},
                "divergence": {"$ref": "#/$defs/divergence"},
                "recorded": {"$ref": "#/$defs/recorded"}, "confirmedBy": {"$ref": "#/$defs/confirmedBy"}, "fresh": {"$ref": "#/$defs/fresh"},
                "unseen": {"$ref": "#/$defs/unseen"}
              }
            },
            "change": {
              "type": "object", "required": ["changes"],
              "oneOf": [{"required": ["step"]}, {"required": ["between"]}],
              "properties": {
                "step": {"description": "The line of the step, as it is in the file.", "$ref": "#/$defs/stepLine"},
                "site": {"$ref": "#/$defs/site"},
                "between": {"description": "The positions between which some step made the change; which one is unknown.", "$ref": "#/$defs/span"},
                "changes": {
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["path"],
                    "properties": {
                      "path": {"$ref": "#/$defs/pointer"},
                      "before": {"description": "The value before; absent if there was none."},
                      "after": {"description": "The value after; absent if there is none."}
                    }
                  }
                }
              }
            }
          }
        }
        """#)

    static let when = PrintedSchema(
        "when",
        #"""
        {
          "title": "What `timeline when --json` prints",
          "description": "One object: the steps after which a condition on the state is true.",
          "oneOf": [{"$ref": "#/$defs/verdicts"}, {"$ref": "#/$defs/disagreement"}, {"$ref": "#/$defs/notDeterministic"}],
          "$defs": {
            "verdicts": {
              "type": "object", "required": ["states", "true", "spans"],
              "properties": {
                "states": {"description": "The number of states that the range has.", "$ref": "#/$defs/count"},
                "true": {"description": "The number of states for which the condition is true.", "$ref": "#/$defs/count"},
                "spans": {"description": "The steps after which it is true.", "$ref": "#/$defs/spans"},
                "unknown": {"description": "The steps after which the state is unknown.", "$ref": "#/$defs/spans"},
                "recorded": {"$ref": "#/$defs/recorded"}, "confirmedBy": {"$ref": "#/$defs/confirmedBy"}, "fresh": {"$ref": "#/$defs/fresh"},
                "unseen": {"$ref": "#/$defs/unseen"}
              }
            },
            "disagreement": {
              "description": "No answer, with exit status 2: replay and recording disagree.",
              "type": "object", "required": ["divergence"], "properties": {"divergence": {"$ref": "#/$defs/divergence"}}
            }
          }
        }
        """#)

    static let minimize = PrintedSchema(
        "minimize",
        #"""
        {
          "title": "What `timeline minimize --json` prints",
          "description": "One object: the steps that still end bad.",
          "oneOf": [{"$ref": "#/$defs/minimized"}, {"$ref": "#/$defs/notDeterministic"}, {"$ref": "#/$defs/contradiction"}],
          "$defs": {
            "minimized": {
              "type": "object", "required": ["steps", "of", "kept", "changed", "probes", "ended", "minimal"],
              "properties": {
                "steps": {"description": "The number of steps that are left.", "$ref": "#/$defs/count"},
                "of": {"description": "The number of steps at first.", "$ref": "#/$defs/count"},
                "kept": {"description": "The recorded numbers of the steps that are left.", "$ref": "#/$defs/numbers"},
                "changed": {"description": "Those whose actions were made smaller.", "$ref": "#/$defs/numbers"},
                "probes": {"description": "The number of runs that were tried.", "$ref": "#/$defs/count"},
                "ended": {"description": "Why the search ended: each step is needed; some could not be judged; the time was up; an interrupt.", "enum": ["minimal", "undecided", "budget", "interrupted"]},
                "minimal": {"description": "Whether each step is known to be needed.", "type": "boolean"},
                "undecided": {"description": "Steps of which it is unknown whether they are needed.", "$ref": "#/$defs/numbers"},
                "output": {"description": "The path of the timeline that was written.", "type": "string"}
              }
            },
            "numbers": {"type": "array", "items": {"$ref": "#/$defs/stepNumber"}}
          }
        }
        """#)

    static let test = PrintedSchema(
        "test",
        #"""
        {
          "title": "What `timeline test --json` prints",
          "description": "One object: the Swift test, or where it was written.",
          "oneOf": [{"$ref": "#/$defs/written"}, {"$ref": "#/$defs/notDeterministic"}],
          "$defs": {
            "written": {
              "type": "object", "required": ["name", "steps"],
              "oneOf": [{"required": ["file"]}, {"required": ["source"]}],
              "properties": {
                "name": {"description": "The name of the type of the test.", "type": "string"},
                "steps": {"description": "The number of steps that it reduces.", "$ref": "#/$defs/count"},
                "ended": {"description": "Why the search for the shortest run ended; absent if there was none.", "enum": ["minimal", "undecided", "budget", "interrupted"]},
                "recorded": {
                  "description": "For a test of all actions: the recorded state that was compared; absent if there is none.",
                  "type": "object", "required": ["seq", "agrees"],
                  "properties": {"seq": {"$ref": "#/$defs/seq"}, "agrees": {"type": "boolean"}}
                },
                "file": {"description": "The path of the file that was written.", "type": "string"},
                "source": {"description": "The text of the test, in Swift.", "type": "string"}
              }
            }
          }
        }
        """#)

    static let bundle = PrintedSchema(
        "bundle",
        #"""
        {
          "title": "What `timeline bundle --json` prints",
          "description": "One object: the crash bundle that was written.",
          "type": "object", "required": ["bundle", "states", "first", "bytes"],
          "properties": {
            "bundle": {"description": "The path of the file.", "type": "string"},
            "states": {"description": "The number of steps in it.", "$ref": "#/$defs/count"},
            "first": {"description": "The position of its first state.", "$ref": "#/$defs/seq"},
            "bytes": {"description": "The size of the file.", "$ref": "#/$defs/count"}
          }
        }
        """#)
}
