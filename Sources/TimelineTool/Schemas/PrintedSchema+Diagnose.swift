internal import TimelineDebugger
internal import TimelineKit

extension PrintedSchema {
    static let replay = PrintedSchema(
        "replay",
        """
        A line that `timeline replay --json` prints
        A line for each step as it is replayed, and a last line with the result. With --verify, the last line alone.
        replayedStep | result
        replayedStep = \(ReplaySummary.step.type)
        result = {\(ReplaySummary.fields.notation): \(EditedText.fields.type) // With --skip, --insert or --edit: how the outcome differs from the recording.
        }
        """)

    static let bisect = PrintedSchema(
        "bisect",
        """
        What `timeline bisect --json` prints
        One object: the step that turned the state bad, or why there is none.
        found | notFound | notDeterministic | contradiction
        found = \(BisectText.found.type) + {"anyOf": [{"required": ["recorded"]}, {"required": ["confirmedBy"]}, {"required": ["fresh"]}]}
        notFound = \(BisectText.notFound.type) + {"oneOf": [{"required": ["seq"]}, {"required": ["candidates"]}, {"required": ["divergence"]}]}
        probes = count // The number of states that were judged.
        returned = seq // With --fresh, the last step, whose reducer did not return in the recording, and now does.
        """)

    static let blame = PrintedSchema(
        "blame",
        """
        What `timeline blame --json` prints
        One object: the changes of the values at a path, the newest first.
        history | notDeterministic
        history = {
          path: text // As it was given: a JSONPath or a JSON Pointer.
          changes: [change]
          \(BlameText.fields.notation)
        }
        change = {
          step?: stepLine // The line of the step, as it is in the file.
          site?
          between?: span // The positions between which some step made the change; which one is unknown.
          changes: [\(BlameText.place.type)]
        } + {"oneOf": [{"required": ["step"]}, {"required": ["between"]}]}
        """)

    static let when = PrintedSchema(
        "when",
        """
        What `timeline when --json` prints
        One object: the steps after which a condition on the state is true.
        verdicts | disagreement | notDeterministic
        verdicts = \(Grounds.verdicts.type)
        disagreement = {divergence} // No answer, with exit status 2: replay and recording disagree.
        """)

    static let minimize = PrintedSchema(
        "minimize",
        """
        What `timeline minimize --json` prints
        One object: the steps that still end bad.
        minimized | notDeterministic | contradiction
        minimized = \(MinimizeSearch.fields.type)
        numbers = [stepNumber]
        """)

    static let test = PrintedSchema(
        "test",
        """
        What `timeline test --json` prints
        One object: the Swift test, or where it was written.
        written | notDeterministic
        written = {
          name: text // The name of the type of the test.
          steps: count // The number of steps that it reduces.
          ended?: "minimal" | "undecided" | "budget" | "interrupted" // Why the search for the shortest run ended; absent if there was none.
          recorded?: {seq, agrees: flag} // For a test of all actions: the recorded state that was compared; absent if there is none.
          file?: text // The path of the file that was written.
          source?: text // The text of the test, in Swift.
        } + {"oneOf": [{"required": ["file"]}, {"required": ["source"]}]}
        """)

    static let bundle = PrintedSchema(
        "bundle",
        """
        What `timeline bundle --json` prints
        One object: the bundle that was written.
        \(bundled.type)
        """)

    static let bundled: Fields<(path: String, made: CrashBundle, bytes: Int)> = """
        bundle\({ $0.path }): text // The path of the file.
        states\({ $0.made.states }): count // The number of steps in it.
        first\({ $0.made.first }): seq // The position of its first state.
        last\({ $0.made.first + $0.made.states }): seq // The last position.
        bytes\({ $0.bytes }): count // The size of the file.
        """
}
