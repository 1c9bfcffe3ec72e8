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
        info = \(InfoText.fields.type)
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
        recordings = \(RecordingDiffText.fields.type) // Where two timelines of one program part. Each pair has the first one's value first.
        pair = [seq, 2]
        counts = [count, 2]
        """)
}
