import Foundation
import TimelineTestSupport

/// The installed Python, with its modules.
enum Python {
    /// Whether a package has a copy of axe-core, which the tests of the page run.
    static let hasAxe: Bool = {
        let script = "import importlib.util as i; exit(not i.find_spec('axe_playwright_python'))"
        return (try? run(script, in: Sandbox()).status) == 0
    }()

    static func run(
        _ script: String, _ arguments: [String] = [], in sandbox: Sandbox, input: String = "",
        timeout: Duration = .seconds(30)
    ) throws -> Finished {
        let own = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "PYTHONPATH"].contains($0.key) }
        return try sandbox.run(
            ["python3", "-c", script] + arguments, with: "/usr/bin/env", input: input, environment: own,
            timeout: timeout)
    }
}
