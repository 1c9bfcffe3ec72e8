import Foundation

/// A file of commands in `Fixtures/Scripts`.
struct Script {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    let text: String

    init(_ name: String) throws {
        text = try String(contentsOf: Self.root.appending(path: "Fixtures/Scripts/\(name)"), encoding: .utf8)
    }
}
