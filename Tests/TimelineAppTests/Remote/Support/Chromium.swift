import Foundation
import TimelineTestSupport

/// A headless browser, if one is installed.
final class Chromium {
    private let process: TestProcess
    private let folder: TemporaryFolder

    /// Opens a page.
    init(_ url: String) throws {
        folder = try TemporaryFolder()
        // Its own sandbox does not start for the superuser, who runs tests in a container.
        process = try TestProcess(
            [
                InstalledTool.chromium.path ?? "", "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run", "--user-data-dir=\(folder.path)/profile", url,
            ], environment: ProcessInfo.processInfo.environment.merging(["HOME": folder.path]) { $1 })
    }

    deinit { _ = try? process.end(SIGTERM) }
}
