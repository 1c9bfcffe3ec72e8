import Foundation
import TimelineTestSupport

/// The installed Python, with its modules.
enum Python {
    static let hasDuckDB = (try? run("import duckdb", in: Sandbox()).status == 0) ?? false
    static let hasJSONSchema = (try? run("import jsonschema", in: Sandbox()).status == 0) ?? false

    static func run(
        _ script: String, in sandbox: Sandbox, input: String = "", timeout: Duration = .seconds(30)
    ) throws -> Finished {
        let own = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "PYTHONPATH"].contains($0.key) }
        return try sandbox.run(
            ["python3", "-c", script], with: "/usr/bin/env", input: input, environment: own, timeout: timeout)
    }
}
