import Foundation

/// The built executables, beside the test bundle.
package enum TestTools {
    /// Their folder. `test-timeline` is in it under the name of the tool of each program, as it picks its program by its name.
    package static let folder: String = {
        #if os(macOS)
            let folder = Bundle(for: Marker.self).bundleURL.deletingLastPathComponent().path
        #else
            let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        #endif
        for name in ["bare", "catalog", "counter", "mutant", "shop", "todo"] {
            // Not a symbolic link, as a process knows itself by the path that the link leads to.
            let link = "\(folder)/\(name)-timeline"
            try? FileManager.default.removeItem(atPath: link)
            do { try FileManager.default.linkItem(atPath: "\(folder)/test-timeline", toPath: link) } catch {
                preconditionFailure("the tools of the tests' programs are missing: \(error)")
            }
        }
        return folder
    }()

    private final class Marker {}
}
