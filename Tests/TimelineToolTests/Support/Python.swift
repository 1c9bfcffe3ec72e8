import Foundation
import TimelineTestSupport

/// The installed Python, with its modules.
enum Python {
    /// The path of axe-core, of which a package has a copy.
    static let axe: String? = {
        let script =
            "import importlib.util as i; "
            + "print(i.find_spec('axe_playwright_python').submodule_search_locations[0], end='/axe.min.js')"
        return (try? run(script, in: Sandbox())).flatMap { $0.status == 0 ? $0.output : nil }
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
