import Foundation

/// Tools of others that some tests compare with, and that CI installs: there, `.ci/run` fails where a test is skipped.
package enum InstalledTool {
    package static let chromium = path("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    package static let node = path("node")
    package static let jq = path("jq")

    /// That of the first name on the `PATH`.
    private static func path(_ names: String...) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
