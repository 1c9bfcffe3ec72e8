extension PrintedSchema {
    static let verify = PrintedSchema(
        "verify",
        """
        A line that `timeline verify --json` prints
        One line for each timeline, in the order of the arguments.
        {
          file: text // The timeline, as it was given or found.
          result: "sound" | "agrees" | "diverged" | "broken" | "reported" | "crashed" | "trapped" | "differs" | "damaged" | "unreadable"
            | "unreachable" | "unconfirmed" | "interrupted" // The worst finding. With --against: agrees, differs or unconfirmed. unreadable: it is no timeline. unreachable: its program was not found. unconfirmed: no recorded state confirms the last steps. interrupted: a process did not finish.
          session?: text // Identifies the run.
          steps?: count // The number of steps of the timeline.
          replayed?: count // The number of steps that were reduced again.
          confirmed?: count // The number of recorded states that agree.
          skipped?: count // The number of steps that cannot be reduced; absent if 0.
          unreduced?: unreducible // The last steps, which cannot be reduced, and which no recorded state follows.
          divergence?: verifiedDivergence
          crash?: step // The step whose reducer never returned in the recording.
          invariant?: { // The first invariant that broke.
            name: text
            seq // After which step.
          }
          invariants?: [{ // All invariants that broke, each with the step that broke it first.
            name: text, seq, at?, action?, opaque?: text, by?, from?, cause?
          }] + {"minItems": 1}
          issues?: [{ // What the reducer reported: each text once.
            text: text
            seq // In which step first.
            times: count // How often.
          }] + {"minItems": 1}
          outside?: [seq] // Steps before which a store handed the reducer another state than the last step left.
          unencoded?: seq // After which step the state first holds what is not recorded, as far as `==` of the program shows it.
          torn?: true // The last line is incomplete, and was left out.
          damage?: place // The first damaged line.
          damages?: [place] // The first 1,000 damaged lines, if there are several.
          unknown?: texts // What is not known because of the damage, in words.
          reason?: text // Why there is no other answer.
          seq? // The step that trapped, or that did not return in time.
          timeout?: count // The time that a reducer may take, in seconds.
          compared?: count // With --against, the number of states that were compared.
          reduced?: count // With --against, the number of those that the programs reduced.
          difference?: { // With --against, the first state in which the programs differ.
            seq, paths?: texts
            diff?: patch // From the state of this program to that of the other.
            reason?: text
          } + {"oneOf": [{"required": ["paths", "diff"]}, {"required": ["reason"]}]}
          unreturned?: seq // With --against, the step whose reducer never returned, which was not compared.
          repeat?: { // With --repeat: how often each finding occurred. The line has the worst.
            times: count // The number of replays.
            sound: count // The number of replays without a finding.
            findings?: [{finding: text, times: count}]
            others?: [self] // The lines of replays that found more.
          }
          accepted?: true // With --accept: all findings are known.
          acceptedFindings?: texts // With --accept: those that are known, in words.
        } + {
          "dependentRequired": {
            "replayed": ["session", "steps", "confirmed"], "compared": ["session", "reduced"], "invariant": ["invariants"],
            "damages": ["damage"]
          },
          "allOf": [
            {"if": {"properties": {"result": {"const": "sound"}}}, "then": {"required": ["replayed"]}},
            {"if": {"properties": {"result": {"const": "diverged"}}}, "then": {"required": ["divergence"]}},
            {"if": {"properties": {"result": {"const": "broken"}}}, "then": {"required": ["invariant"]}},
            {"if": {"properties": {"result": {"const": "reported"}}}, "then": {"required": ["issues"]}},
            {"if": {"properties": {"result": {"const": "crashed"}}}, "then": {"required": ["crash"]}},
            {"if": {"properties": {"result": {"const": "damaged"}}}, "then": {"required": ["damage"]}},
            {"if": {"properties": {"result": {"enum": ["unreadable", "unreachable"]}}}, "then": {"required": ["reason"]}},
            {"if": {"properties": {"result": {"const": "differs"}}}, "then": {"required": ["difference"]}}
          ]
        }
        verifiedDivergence = { // The first recorded state with which replay disagrees, or the step that cannot be replayed.
          seq // The step after which they differ.
          agreedUpTo: seq // The position of the last state before it that agrees.
          cause: "notDeterministic" | "reducerChanged" | "schemaChanged" | "unstableCoding" | "damaged" | "unknown"
          differing?: { // Two replays that differ, or a state that a later step changed (sharing).
            between: "sameProcess" | "otherProcess" | "later" | "coding" | "encoding" | "hashOrder" | "sharing"
            seq, paths
            trapped?: true // One of them trapped.
          }
          mayBeFromOutside?: true // No replayed step changes a value that differs.
          what?: "action" | "state" // What the program can no longer decode.
          line?: integer + {"minimum": 1} // The line of the file that it cannot decode, from 1.
          why?: text // Why the cause is unknown.
          paths?, ignored?, unstable?
          diff?: patch // From the recorded state to the replayed one.
          reason?: text // Why the step cannot be replayed.
        }
        """)
}
