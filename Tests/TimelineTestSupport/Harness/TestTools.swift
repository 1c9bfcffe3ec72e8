import Foundation

/// The built executables, beside the test bundle.
package enum TestTools {
    /// Their folder. `timeline-test-tool` and `timeline-test-app` are in it under the name of each tool and app, which they pick by
    /// that name.
    package static let folder: String = {
        #if os(macOS)
            let folder = Bundle(for: Marker.self).bundleURL.deletingLastPathComponent().path
        #else
            let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        #endif
        let programs = [
            "bare", "catalog", "counter", "loose", "lossy", "mutant", "shared", "shop", "todo", "words",
        ].map { ("timeline-test-tool", "\($0)-timeline") }
        let apps = ["bulk-app", "counter-app", "replica-app", "vault-app"].map { ("timeline-test-app", $0) }
        for (executable, name) in programs + apps {
            // Not a symbolic link, as a process knows itself by the path that the link leads to.
            let link = "\(folder)/\(name)"
            try? FileManager.default.removeItem(atPath: link)
            do { try FileManager.default.linkItem(atPath: "\(folder)/\(executable)", toPath: link) } catch {
                preconditionFailure("an executable of the tests is missing: \(error)")
            }
        }
        return folder
    }()

    private final class Marker {}
}
