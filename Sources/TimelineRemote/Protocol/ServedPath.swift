internal import Foundation

package protocol ServedPath: RawRepresentable<String>, Equatable, Sendable {
    var methods: [String] { get }
    var isWebSocket: Bool { get }
    var parameterNames: [String] { get }
}

extension ServedPath {
    func parameters(_ query: String?) throws(RequestError) -> [String: String] {
        guard let query, !query.isEmpty else { return [:] }
        var found: [String: String] = [:]
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard parameterNames.contains(name), parts.count == 2, found[name] == nil,
                let value = parts[1].removingPercentEncoding
            else {
                let known = parameterNames.map { "\($0)=" }.joined(separator: ", ")
                throw RequestError(
                    400, known.isEmpty ? "this path has no query" : "the query may contain, each once: \(known)")
            }
            found[name] = value
        }
        return found
    }
}
