package import TimelineKit

/// A finding is known if its file name, in any folder, or its session matches, and its facts. Each is compared on its own.
package struct KnownFindings: Sendable {
    package struct LineError: Error, Equatable {
        /// From 1.
        package let line: Int
        package let reason: String
    }

    private var entries: [(file: String, finding: String, keys: [[String]])] = []
    private var known: Set<[String]> = []
    private var used: Set<[String]> = []

    package init(parsing text: [UInt8]) throws(LineError) {
        for (index, bytes) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if bytes.isEmpty { continue }
            let value: JSON
            do throws(JSONError) { value = try JSON(parsing: bytes) } catch {
                throw LineError(line: index + 1, reason: "\(error)")
            }
            guard let line = value.object, let file = line["file"]?.string, line["result"]?.string != nil else {
                throw LineError(
                    line: index + 1, reason: "expected a line of `verify --json`, with \"file\" and \"result\"")
            }
            for finding in VerificationFinding.all(in: line) {
                let keys = Self.keys(of: finding, in: line)
                known.formUnion(keys)
                entries.append((FileSystem.name(of: file), finding.description, keys))
            }
        }
    }

    package mutating func accept(_ finding: VerificationFinding, in line: JSONObject) -> Bool {
        let keys = Self.keys(of: finding, in: line).filter(known.contains)
        used.formUnion(keys)
        return !keys.isEmpty
    }

    package var missing: [(file: String, finding: String)] {
        entries.filter { used.isDisjoint(with: $0.keys) }.map { ($0.file, $0.finding) }
    }

    /// A key for the name of the file, and one for the session if there is one, each with the facts.
    private static func keys(of finding: VerificationFinding, in line: JSONObject) -> [[String]] {
        let session = line["session"]?.string.map { [["session", $0] + finding.facts] }
        return [["file", FileSystem.name(of: line["file"]?.string ?? "")] + finding.facts] + (session ?? [])
    }
}
