import Foundation

/// The built executables, beside the test bundle.
package enum TestTools {
    /// Their folder: that of the test bundle, or that of a release build, which `TIMELINE_TOOLS` names. `timeline-test-tool` and
    /// `timeline-test-app` are in it under the name of each tool and app, which they pick by that name. What the folder lacks is of the
    /// test bundle's.
    package static let folder: String = {
        let folder = ProcessInfo.processInfo.environment["TIMELINE_TOOLS"] ?? beside
        let programs = [
            "auction", "bare", "catalog", "counter", "game", "login", "loose", "lossy", "mutant", "outside", "player",
            "product", "search", "shared", "shop", "sync", "todo", "wizard", "words",
        ].map { ("timeline-test-tool", "\($0)-timeline") }
        let apps = ["bulk-app", "counter-app", "replica-app", "vault-app"].map { ("timeline-test-app", $0) }
        let own = ["timeline", "episodes"].map { ($0, $0) }.filter { !exists("\(folder)/\($0.0)") }
        for (executable, name) in programs + apps + own {
            // Not a symbolic link, as a process knows itself by the path that the link leads to.
            let link = "\(folder)/\(name)"
            let target = exists("\(folder)/\(executable)") ? folder : beside
            try? FileManager.default.removeItem(atPath: link)
            do { try FileManager.default.linkItem(atPath: "\(target)/\(executable)", toPath: link) } catch {
                preconditionFailure("an executable of the tests is missing: \(error)")
            }
        }
        return folder
    }()

    /// The folder of the test bundle, with the modules that tests are built from.
    #if os(macOS)
        package static let beside = Bundle(for: Marker.self).bundleURL.deletingLastPathComponent().path
    #else
        package static let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    #endif

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private final class Marker {}
}
