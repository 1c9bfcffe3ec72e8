import Foundation
import TimelineTestSupport

/// A headless browser, if one is installed.
final class Chromium {
    private let process: TestProcess
    private let folder: TemporaryFolder

    /// Opens a page.
    init(_ url: String) throws {
        folder = TemporaryFolder()
        // Its own sandbox does not start for the superuser, who runs tests in a container. It ends with its pipe: what is on the `PATH` may
        // be a script that starts it, so a signal to the process does not arrive.
        process = try TestProcess(
            [
                "/bin/sh", "-c", #"exec "$0" "$@" 3<&0 4>/dev/null"#, InstalledTool.chromium.path ?? "", "--headless",
                "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
                "--user-data-dir=\(folder.path)/profile", url,
            ], environment: ProcessInfo.processInfo.environment.merging(["HOME": folder.path]) { $1 }, input: .pipe)
    }

    deinit {
        process.closeInput()
        _ = try? process.waitForStatus(within: .seconds(20))
    }
}
