extension PrintedSchema {
    private static let kinds = [
        "action", "opaque", "set", "state", "generated", "mark", "gap", "end", "site", "canceled", "took",
    ]
    private static let oneKind = kinds.map { "{\"required\": [\"\($0)\"]}" }.joined(separator: ", ")
    private static let references = kinds.map {
        "\"\($0)\": {\"$ref\": \"#/$defs/\($0 == "state" ? "snapshot" : $0)Line\"}"
    }.joined(separator: ", ")

    static let line = PrintedSchema(
        nil,
        """
        A line of a timeline
        Version 1 of the format. A timeline is JSON Lines: UTF-8, an object on each line. The first line is the header, the second a snapshot. Readers keep and skip members and kinds of lines that they do not know, unless the header requires them.
        {crc?, *} + {
          "if": {"required": ["timeline"]},
          "then": {"$ref": "#/$defs/header"},
          "else": {
            "dependentSchemas": {\(references)},
            "$comment": "A line is of one kind, or of one that this version does not know.",
            "oneOf": [
              \(oneKind),
              {"not": {"anyOf": [\(oneKind)]}}
            ]
          }
        }
        """)

    static let log = PrintedSchema(
        "log",
        """
        A line that `timeline log --json` prints
        One line for each step, mark, gap, cancellation, slow reducer and generated value, as it is in the file.
        stepLine | generatedLine | markLine | gapLine | canceledLine | tookLine
        """)

    /// The lines of a file. They are open: readers skip members that they do not know.
    static let lines = """
        header = { // The first line of each file: which program ran, when, and what a reader must support.
          timeline: 1 // The version of the format.
          session: text // Identifies the run, in all its segments.
          program: text // The name of the program that knows the types of states and actions.
          version: text // The version of the program.
          started: text // When the run started: ISO 8601, in UTC, to the microsecond.
          segment: integer + {"minimum": 1} // The number of this file in the session, from 1.
          platform?: object // Where it ran: operating system, architecture and version of Swift.
          snapshots?: text // When snapshots were written: the name of the policy.
          redaction?: object // What was replaced by pseudonyms. It never contains the key.
          dropped?: object // What rotation removed before this segment.
          bundle?: bundleNote
          derived?: object // For a timeline made from another by editing its steps: that one's session, and the edits.
          replica?: object // For the log of a replica: its identifier and mode.
          requires?: [text] // Members and kinds of lines without which a reader must refuse the file.
          checksums?: "crc32c" // Every line of the file has a checksum.
          crc?, *
        }
        bundleNote = { // For a crash bundle: the last steps of a run.
          states: count // The number of steps in the bundle.
          asked?: count // The number of steps that were asked for, if a limit on bytes allowed fewer.
          last: {
            seq
            reduced?: flag // Whether the reducer of this step returned; absent if unknown.
            *
          }
          signal?: text // The signal that ended the app: `SIGILL`.
          status?: integer // The exit status, as a shell reports it: after a signal, 128 plus its number.
          backtrace?: object // Where the app was: the fault, and frames, the innermost first.
          *
        }
        stepLine = actionLine | opaqueLine | setLine // A change of the state: an action that was reduced, or a state set from outside.
        actionLine = { // An action, written before its reducer ran.
          seq: stepNumber, at, action, from?, cause?, in?, crc?, *
        }
        opaqueLine = { // An action that could not be encoded. A snapshot of this step follows.
          seq: stepNumber, at
          opaque: text // A description of the action.
          from?, cause?, in?, crc?, *
        }
        setLine = { // A state put in from outside the reducer.
          seq: stepNumber, at
          set: any // The whole state, as the program's Codable writes it.
          by?, from?, cause?, crc?, *
        }
        snapshotLine = { // A snapshot: it confirms, and changes nothing. It may come after later steps, but before the next snapshot.
          seq, at
          state: any // The whole state after step seq, as the program's Codable writes it.
          crc?, *
        }
        generatedLine = { // A value that the reducer of step seq generated. Replay hands it out again.
          seq, at
          generated: object + {"minProperties": 1, "maxProperties": 1} // One member: what it is (`uuid`), and the value.
          crc?, *
        }
        markLine = { // A name for a position, which `%NAME` finds.
          seq, at
          mark: text // The name.
          crc?, *
        }
        gapLine = { // Steps seq to through were reduced and not recorded.
          seq, at
          gap: {
            through: seq // The last step that is missing.
            why: text // What stood in the way.
            *
          }
          crc?, *
        }
        canceledLine = { // The work that an earlier step, or step seq, had started was canceled before its last result.
          seq: stepNumber, at
          canceled: stepNumber // The step that started the work.
          crc?, *
        }
        tookLine = { // The reducer of step seq ran a millisecond or longer.
          seq, at
          took: number + {"minimum": 0} // How long, in seconds.
          crc?, *
        }
        siteLine = { // A line of code that dispatched actions: the steps up to the next snapshot with its number in `in`.
          seq, at
          site: {
            number: stepNumber // Its number, from 1.
            file: text // The module and the file: `App/View.swift`.
            line: count // From 1.
            *
          }
          crc?, *
        }
        endLine = { // The run ended cleanly. Without this line, it did not, or is still running.
          seq, at
          end: {
            actions: count // The number of actions in the session.
            snapshots: count // The number of snapshots in the session.
            *
          }
          crc?, *
        }
        seq = integer + {"minimum": 0, "maximum": 9007199254740992} // A position: the number of the step before it. 0 is the start of the session.
        stepNumber = integer + {"minimum": 1, "maximum": 9007199254740992} // The number of the step, from 1, plus 1 for each, over all segments.
        at = number + {"minimum": 0} // Seconds since `started`, on a monotonic clock, to the microsecond.
        from = text // The origin: user, effect, remote, or a name of the app's own. Absent if unknown.
        action = any // As the program's Codable writes it.
        in = count // The number of its site: the line of code that dispatched it.
        by = text // What set the state: `hotReload`.
        cause = seq // The step that this one came from. Absent if unknown.
        count = integer + {"minimum": 0, "maximum": 9007199254740992}
        crc = text + {"pattern": "^[0-9a-f]{8}$"} // CRC-32C of the bytes of the line before `,"crc":`. The last member.
        """
}
