extension PrintedSchema {
    static let explore = PrintedSchema(
        "explore",
        """
        What `timeline explore --json` prints
        One object: the bugs that were found, those that the app can do first, and what was covered.
        \(ExploreText.fields.type)
        finding = \(ExploreText.finding.type)
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
