internal import TimelineDebugger

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
          \(VerificationText.fields.notation)
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
          repeat?: \(VerificationAnswer.repeated.type) // With --repeat: how often each finding occurred. The line has the worst.
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
        verifiedDivergence = \(VerifiedDivergence.fields.type) // The first recorded state with which replay disagrees, or the step that cannot be replayed.
        """)
}
