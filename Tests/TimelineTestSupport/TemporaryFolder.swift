import Foundation
import TimelineKit

package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        path = FileManager.default.temporaryDirectory.appending(path: "timeline-tests-\(UUID().uuidString)").path(
            percentEncoded: false)
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
            preconditionFailure("no temporary folder can be made: \(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String = "run.jsonl") -> String { "\(path)/\(name)" }

    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }

    package func bytes(of name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: file(name)))) }
    package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    /// The permission bits, in octal.
    package func mode(of name: String) throws -> String {
        let mode = try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int
        return String(mode ?? 0, radix: 8)
    }

    package func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: target)
    }
}

package func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

/// Adds bytes to a file, as another process does.
package func append(_ bytes: some Sequence<UInt8>, to path: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
    try file.close()
}

/// The description of the error that `body` throws, or "no error".
package func errorMessage<Result>(_ body: () throws -> Result) -> String {
    do {
        _ = try body()
        return "no error"
    } catch {
        return "\(error)"
    }
}
