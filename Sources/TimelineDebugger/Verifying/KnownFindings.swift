package import TimelineJSON

/// A finding is known if its file name, in any folder, or its session matches, and its facts (`Kind`): values and cause may differ.
package struct KnownFindings: Sendable {
    package struct LineError: Error, Equatable {
        /// From 1.
        package let line: Int
        package let reason: String
    }

    private struct Entry: Sendable {
        let file: String
        let result: String
        let keys: [[String]]
    }

    private var entries: [Entry] = []
    private var known: Set<[String]> = []
    private var used: Set<[String]> = []

    package init(parsing text: [UInt8]) throws(LineError) {
        for (index, bytes) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if bytes.isEmpty { continue }
            let value: JSON
            do throws(JSONError) { value = try JSON(parsing: bytes) } catch {
                throw LineError(line: index + 1, reason: "\(error)")
            }
            guard let line = value.object, let file = line["file"]?.string, let result = line["result"]?.string else {
                throw LineError(
                    line: index + 1, reason: "expected a line of `verify --json`, with \"file\" and \"result\"")
            }
            if VerificationResult(rawValue: result)?.isFinding == false { continue }
            let keys = Self.keys(of: line, file)
            known.formUnion(keys)
            entries.append(Entry(file: Self.baseName(file), result: result, keys: keys))
        }
    }

    package mutating func accept(_ line: JSONObject) -> Bool {
        guard let file = line["file"]?.string else { return false }
        let keys = Self.keys(of: line, file).filter(known.contains)
        used.formUnion(keys)
        return !keys.isEmpty
    }

    package var missing: [(file: String, result: String)] {
        entries.filter { used.isDisjoint(with: $0.keys) }.map { ($0.file, $0.result) }
    }

    /// A key for the name of the file, and one for the session if there is one, each with all other facts.
    private static func keys(of line: JSONObject, _ file: String) -> [[String]] {
        let divergence = line["divergence"]?.object ?? line["difference"]?.object
        let damage = line["damage"]?.object
        let facts: [JSON?] = [
            line["result"], line["seq"], divergence?["seq"], divergence?["what"], divergence?["paths"],
            line["invariant"], damage?["line"], damage?["byte"],
        ]
        let texts = facts.map { $0?.description ?? "" }
        let session = line["session"]?.string.map { [["session", $0] + texts] }
        return [["file", baseName(file)] + texts] + (session ?? [])
    }

    private static func baseName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
