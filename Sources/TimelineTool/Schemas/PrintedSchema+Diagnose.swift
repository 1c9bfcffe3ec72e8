extension PrintedSchema {
    static let replay = PrintedSchema(
        "replay",
        """
        A line that `timeline replay --json` prints
        A line for each step as it is replayed, and a last line with the result. With --verify, the last line alone.
        replayedStep | result
        replayedStep = {
          seq, at
          action?: any + {"not": {"type": "null"}} // As the program's Codable writes it; absent for other steps.
          by?
          skipped?: unreducible // Steps up to this one that cannot be reduced. The state is the one recorded after them.
          from?
          diff: patch // From the state that was shown before, at first null.
        }
        result = {
          replayed: count // The number of steps that were reduced again.
          skipped: count // The number of steps that cannot be reduced.
          confirmed: count // The number of recorded states that agree.
          divergence: divergence | null
          sets?: count // The number of states set from outside; absent if 0.
          madeValues?: count // The number of generated values that were not on file, and made from a seed.
          from?: beginning, skippedSteps?
          unreduced?: steps // The last steps, which cannot be reduced, and which no recorded state follows.
          fault?: {kind: fault, seq, paths: texts} // With --verify: replay depends on where it begins.
          recorded?: { // With --skip, --insert or --edit: how the outcome differs from the recording.
            seq // The step of the recording.
            diff: patch | null // From the state recorded after it; null if the outcome is unknown.
            changed?: spans // Earlier steps after which the state differs; absent if unknown.
          }
        }
        """)

    static let bisect = PrintedSchema(
        "bisect",
        """
        What `timeline bisect --json` prints
        One object: the step that turned the state bad, or why there is none.
        found | notFound | notDeterministic | contradiction
        found = {
          found: true
          bad: step // The step that turned the state bad.
          good: {seq} // The last good state before it.
          probes
          monotone: flag | null // Whether all later states are bad; null if unknown.
          badSpans?: spans // The steps after which the state is bad; absent if not all were judged.
          unjudged?: spans // The steps after which the state could not be judged.
          diff: patch // From the last good state to the bad one.
          why?: explanation, recorded?, confirmedBy?, fresh?, from?: beginning, returned?, skippedSteps?, unseen?
        } + {"anyOf": [{"required": ["recorded"]}, {"required": ["confirmedBy"]}, {"required": ["fresh"]}]}
        notFound = {
          found: false
          why: "no state is bad" | "the last state is good, and the others were not judged"
            | "the state at the good end is bad" | "states could not be judged" | "a state could not be judged"
            | "replay and recording disagree"
          seq? // The position that was looked at last.
          candidates?: span // The first and the last step that may have turned the state bad.
          divergence?, probes, fresh?, from?: beginning, returned?, skippedSteps?, unseen?
        } + {"oneOf": [{"required": ["seq"]}, {"required": ["candidates"]}, {"required": ["divergence"]}]}
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
          states: count // The number of states that were looked at.
          unknown?: spans // Positions whose states are unknown.
          divergence?, recorded?, confirmedBy?, fresh?, unseen?
        }
        change = {
          step?: stepLine // The line of the step, as it is in the file.
          site?
          between?: span // The positions between which some step made the change; which one is unknown.
          changes: [{
            path: pointer
            before?: any // The value before; absent if there was none.
            after?: any // The value after; absent if there is none.
          }]
        } + {"oneOf": [{"required": ["step"]}, {"required": ["between"]}]}
        """)

    static let when = PrintedSchema(
        "when",
        """
        What `timeline when --json` prints
        One object: the steps after which a condition on the state is true.
        verdicts | disagreement | notDeterministic
        verdicts = {
          states: count // The number of states that the range has.
          true: count // The number of states for which the condition is true.
          spans // The steps after which it is true.
          unknown?: spans // The steps after which the state is unknown.
          notJudged?: count // With --change, the number of steps without an action, or without a known state before.
          recorded?, confirmedBy?, fresh?, unseen?
        }
        disagreement = {divergence} // No answer, with exit status 2: replay and recording disagree.
        """)

    static let minimize = PrintedSchema(
        "minimize",
        """
        What `timeline minimize --json` prints
        One object: the steps that still end bad.
        minimized | notDeterministic | contradiction
        minimized = {
          steps: count // The number of steps that are left.
          of: count // The number of steps at first.
          kept: numbers // The recorded numbers of the steps that are left.
          changed: numbers // Those whose actions were made smaller.
          probes: count // The number of runs that were tried.
          ended: "minimal" | "undecided" | "budget" | "interrupted" // Why the search ended: each step is needed; some could not be judged; the time was up; an interrupt.
          minimal: flag // Whether each step is known to be needed.
          undecided?: numbers // Steps of which it is unknown whether they are needed.
          unanswered?: numbers // Steps that were answered before the last of these, and here are not: the app can do the run only if answers come later, or never.
          context?: numbers // Steps that are kept so that the app can do the run: it also fails without one of them.
          output?: text // The path of the timeline that was written.
        }
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
        {
          bundle: text // The path of the file.
          states: count // The number of steps in it.
          first: seq // The position of its first state.
          last: seq // The last position.
          bytes: count // The size of the file.
        }
        """)
}
