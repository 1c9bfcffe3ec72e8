import Foundation

/// A file of commands in `Fixtures/Scripts`.
struct Script {
    let text: String

    init(_ name: String) throws {
        text = try String(contentsOf: Repository.url.appending(path: "Fixtures/Scripts/\(name)"), encoding: .utf8)
    }
}
