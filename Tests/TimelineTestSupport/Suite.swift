import Foundation
package import TimelineKit

/// Conformance suites of other projects, in the folder that `TIMELINE_SUITES` names.
package enum Suite {
    private static let root = URL(filePath: ProcessInfo.processInfo.environment["TIMELINE_SUITES"] ?? "")

    /// Whether `TIMELINE_SUITES` is set. A test that needs a suite is skipped where it is not.
    package static let isPresent = ProcessInfo.processInfo.environment["TIMELINE_SUITES"]?.isEmpty == false

    package static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appending(path: path)))
    }

    package static func json(_ path: String) throws -> JSON { try JSON(parsing: try bytes(path)) }

    /// The names of the files in a folder, sorted.
    package static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
    }

    /// The texts of the objects in an array, for files of which some do not parse.
    package static func objects(in path: String) throws -> [[UInt8]] {
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
