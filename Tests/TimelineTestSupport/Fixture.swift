import Foundation
import TimelineKit
package import TimelineReplay

package enum Fixture {
    package static let folder = String(
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures").standardizedFileURL
            .path(percentEncoded: false))

    package static func path(_ name: String) -> String { "\(folder)/\(name)" }

    package static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    /// The journal in a fixture, with the fixture's name.
    package static func journal(_ name: String) throws -> Journal { try Journal(bytes: bytes(name), name: name) }
}
