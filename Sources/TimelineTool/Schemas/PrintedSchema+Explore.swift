extension PrintedSchema {
    static let explore = PrintedSchema(
        "explore",
        """
        What `timeline explore --json` prints
        One object: the bugs that were found, those that the app can do first, and what was covered.
        {
          findings: [finding]
          timelines: count // How many were used.
          of: count // How many were named.
          seed: count
          steps: count // The number of actions that were reduced.
          runs: count // The number of runs that were made.
          types: texts // The types of actions that were reduced.
          typesOf: count // The number of types of actions in the timelines.
          invariants: texts // The invariants that were checked; empty where one rule was asked for.
          states: count // The number of states that differ in booleans, enumerations, counts or small numbers.
          operators: object + {"additionalProperties": {"$ref": "#/$defs/count"}} // How often each operator was used.
          notes?: texts // What could not be told, or was left out.
          interrupted?: true // Control-C ended the search.
        }
        finding = {
          rule: "notDeterministic" | "coding" | {invariant?: text, bad?: text, badChange?: text, signal?: text} + {"minProperties": 1}
          label: "possible" | "conditional" | "synthetic" // What shows that the app can do this run: all of it was recorded in such states, or only but for the conditions, or not.
          conditions?: [{ // The circumstances of steps that no recording has.
            step: count // The first step that has it.
            if: text // What the app must be able to do, and how often it was otherwise.
          }]
          sources: [{ // Where each step was recorded.
            file: text // The timeline.
            step: count // The number of the step in it.
          }]
          key: texts // The types of the actions of the shortest run, as far as their order matters: the same for the same bug.
          steps: [step] // The shortest run.
          minimal: flag // Whether no step can be left out.
          file?: text // With -o, its timeline.
          command?: text // With -o, the command that goes on with it.
          also?: [finding] // Other runs that break the same rule.
        }
        """)

    static let triage = PrintedSchema(
        "triage",
        """
        A line that `timeline triage --json` prints
        A line for each timeline or, with --merge, for each group. `triage --merge` takes both.
        {
          triage: 2 // The version of this format.
          program: text
          rule: "nothing" | "unknown" | {invariant?: text, condition?: text, change?: text, signal?: text} + {"minProperties": 1}
          key?: texts // The types of the actions of the shortest run; absent if it is not known.
          culprit?: text // The type of the action that broke the rule; absent if the first state breaks it.
          count // The number of timelines.
          sessions: [count] // The smallest hashes of the sessions, at most 256: as many as there are, or an estimate.
          first: start, last: start
          steps: span // The fewest and the most steps up to the finding.
          file: text // The timeline with the fewest steps.
          alsoBroken?: texts // Invariants that the same states broke.
          reason?: text // What could not be told, and why.
          case?: [object] // The lines of the shortest run, which are a timeline.
          bug?: count // With --merge: groups with the same number are one bug.
        }
        start = {started: text, version: text} // When a run began, in ISO 8601 and UTC, and the version of its program.
        """)
}
