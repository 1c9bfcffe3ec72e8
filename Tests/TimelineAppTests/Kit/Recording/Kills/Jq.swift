import TimelineTestSupport

/// Reads files with `jq -c .`.
enum Jq {
    /// The messages about the files that `jq` cannot read.
    static func failures(_ files: [String]) throws -> [String] {
        if files.isEmpty { return [] }
        let script = #"for file; do jq -c . "$file" 2>&1 >/dev/null || echo "jq does not read $file"; done"#
        let run = try TestProcess(["/bin/sh", "-c", script, "sh"] + files).finished(within: .seconds(300))
        return run.output.split(separator: "\n").map(String.init)
            + (run.status == 0 ? [] : ["sh ended with status \(run.status)"])
    }
}
