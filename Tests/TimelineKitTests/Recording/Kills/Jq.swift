import Foundation
import TestSupport

/// Reads each file with `jq -c .`.
enum Jq {
    /// Whether `jq` is installed.
    static let isInstalled: Bool = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/jq") }
    }()

    /// The files that `jq` cannot read, with its messages.
    static func failures(_ files: [String], scratch: String) throws -> [String] {
        if files.isEmpty { return [] }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            ["-c", #"for file; do jq -c . "$file" 2>&1 >/dev/null || echo "jq does not read $file"; done"#, "sh"]
            + files
        try Data().write(to: URL(filePath: scratch))
        process.standardOutput = FileHandle(forWritingAtPath: scratch)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return ["sh ended with status \(process.terminationStatus)"] }
        return try String(contentsOfFile: scratch, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
