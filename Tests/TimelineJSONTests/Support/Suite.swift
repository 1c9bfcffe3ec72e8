import Foundation

@testable import TimelineJSON

/// The outside test suites, which lie beside the package and not in it.
enum Suite {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/suites")

    /// Whether they lie there. A test that needs them says with this that it was skipped.
    static let isPresent = FileManager.default.fileExists(atPath: root.appending(path: "README.md").path)

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appending(path: path)))
    }

    static func json(_ path: String) throws -> JSON {
        try JSON(parsing: try bytes(path))
    }

    /// The names of the files in a folder, sorted.
    static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
    }

    /// The texts of the objects in an array, for files of which some do not parse.
    static func objects(in path: String) throws -> [[UInt8]] {
        let bytes = try bytes(path)
        var objects: [[UInt8]] = []
        var (depth, start, isInString, isEscaped) = (0, 0, false, false)
        for (place, byte) in bytes.enumerated() {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "{"):
                if depth == 0 { start = place }
                depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { objects.append(Array(bytes[start...place])) }
            default: break
            }
        }
        return objects
    }
}
