import Foundation

/// A headless browser, if one is installed.
final class Chromium {
    static let path: String? = ["chromium", "chromium-browser", "google-chrome"].lazy.map { "/usr/bin/\($0)" }.first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private let process = Process()
    private let folder: TemporaryFolder

    /// Opens a page.
    init(_ url: String) throws {
        folder = try TemporaryFolder()
        process.executableURL = URL(filePath: Self.path ?? "")
        // Its own sandbox does not start for the superuser, who runs tests in a container.
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--user-data-dir=\(folder.path)/profile", url,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(["HOME": folder.path]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}
