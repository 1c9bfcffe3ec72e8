import Foundation
package import Testing

/// Tools of others that some tests compare with. CI installs them, except those that `.ci/skips` names, and fails where a test is skipped.
package enum InstalledTool: String {
    case chromium, ex, java, jq, node, tsc
    /// Modules of Python.
    case duckdb, jsonschema, mcp, pyspark

    private static let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")

    private static let modules: Set<Substring> = {
        let script = "import importlib.util as i, sys; print(*filter(i.find_spec, sys.argv[1:]))"
        let names = [duckdb, jsonschema, mcp, pyspark].map(\.rawValue)
        let found = try? TestProcess.run(["/usr/bin/env", "python3", "-c", script] + names)
        return Set((found?.output ?? "").split(whereSeparator: \.isWhitespace))
    }()

    /// That of the first of its names on the `PATH`.
    package var path: String? {
        let names =
            self == .chromium
            ? ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"] : [rawValue]
        return names.lazy.flatMap { name in Self.folders.map { "\($0)/\(name)" } }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    fileprivate var isInstalled: Bool {
        switch self {
        case .chromium, .ex, .java, .jq, .node, .tsc: path != nil
        case .duckdb, .jsonschema, .mcp, .pyspark: Self.modules.contains(rawValue[...])
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where one of the tools is missing.
    package static func needs(_ tools: InstalledTool...) -> Self {
        .enabled(if: tools.allSatisfy(\.isInstalled), "needs \(tools.map(\.rawValue).joined(separator: " and "))")
    }
}
