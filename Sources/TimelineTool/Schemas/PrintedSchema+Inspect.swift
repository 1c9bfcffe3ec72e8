extension PrintedSchema {
    static let info = PrintedSchema(
        "info",
        """
        What `timeline info --json` prints
        One object: the header and what the timeline contains. Of a folder with several timelines, a list of them, the newest first.
        info | runs
        runs = {runs: [info | unread]}
        unread = {
          file: text
          error: text // Why it cannot be read.
        }
        info = {
          file?: text // In a list, the path of the timeline.
          timeline: 1 // The version of the format.
          program: text
          version: text // The version of the program.
          session: text // Identifies the run.
          started: text // When the run started: ISO 8601, in UTC.
          steps: count // The number of steps, with those in gaps.
          actions: count // The number of actions on file, with the opaque ones.
          opaque: count // The number of actions that could not be encoded.
          sets: count // The number of states set from outside.
          generated?: count // The number of generated values; absent if 0.
          canceled?: count // The number of steps whose work was canceled before its last result; absent if 0.
          slow?: { // Reducers that ran a millisecond or more; absent if none did.
            over: [{milliseconds: count, count}] // How many ran longer than 8 and 16 milliseconds.
            slowest: [{step: seq, seconds: number}] // The three slowest.
          }
          snapshots: count, marks: count, gaps: count
          seconds: number + {"minimum": 0} // From the start to the last step or line, in seconds.
          bytes: count // The size of all segments, unpacked.
          clean: flag // Whether the run ended cleanly.
          checked: "checksums" | "lines" // What was checked: checksum, kind and order of each line, or all of each line.
          torn: flag // Whether a last line is incomplete, and left out.
          tornSegments?: [place] // Segments that end before their first state is complete.
          damage: [place], missing?, bundle?: bundleNote
          unreturned?: seq // The step whose reducer never returned.
          lost?: steps // Steps that were reduced but not written.
          replica?: object // For the log of a replica: its identifier and mode.
          byAction: [{ // How often each kind of action occurs, the most frequent first.
            action: text | null // The name of the action; null for those without one.
            count
          }]
          otherActions?: count // The number of actions of further kinds, which byAction leaves out.
        }
        """)

    static let state = PrintedSchema(
        "state",
        """
        What `timeline state --json` prints
        One value on one line: the state, as the program's Codable writes it. With --path, the value there, or an array of all values if the path is a query that can select several. The program defines what it may be.
        any
        """)

    static let diff = PrintedSchema(
        "diff",
        """
        What `timeline diff --json` prints
        One value. With two positions: a JSON Patch from the first state to the second. With two timelines: where they part.
        patch | recordings | notDeterministic
        recordings = { // Where two timelines of one program part. Each pair has the first one's value first.
          begin: count // The number of steps that are the same at the beginning.
          same: count // The number of steps that are the same in all.
          only: counts // The numbers of steps that each has alone.
          cut?: true // The search for more that is the same was cut short.
          missing?: counts // The numbers of steps that are missing from each file.
          parting: { // Where the actions part; null if they do not.
            counts
            steps: [[step] + {"maxItems": 10}, 2] // The steps of each, up to ten.
            again: pair | null // The steps from which they are the same again; null if there are none.
          } | null
          states: {
            compared: count // The number of pairs of states that were compared.
            of: count // The number of pairs that could be.
            difference: { // The first difference; null if there is none.
              after: pair // The steps after which the states differ.
              equal: pair | null // The steps after which they were last equal; null if they never were.
              diff: patch
            } | null
            diverged?: [seq | null, 2] // The steps after which replay differs from each recording; null where it does not.
            stop?: text // Why later states were not compared.
          }
        }
        pair = [seq, 2]
        counts = [count, 2]
        """)
}
