package import TimelineJSON
internal import TimelineQuerying

/// A path into a state: a JSONPath (RFC 9535), which begins with `$`, or a JSON Pointer (RFC 6901), which begins with a slash
/// or is empty.
package struct StatePath: Sendable {
    /// The path is malformed, or costs too much to evaluate.
    package struct Error: Swift.Error, Equatable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// The only location that the path can select; nil if there may be several.
    package let pointer: JSONPointer?
    private let path: JSONPath?

    package init(parsing text: String) throws(StatePath.Error) {
        let quoted = "\"\(VisibleText.of(text, atMost: 60))\""
        if text.isEmpty || text.hasPrefix("/") {
            path = nil
            do throws(JSONPointer.SyntaxError) { pointer = try JSONPointer(parsing: text) } catch {
                throw Error(description: "\(quoted) is not a JSON Pointer: \(error.reason)")
            }
        } else {
            do throws(JSONPathError) {
                let parsed = try JSONPath(parsing: text)
                path = parsed
                pointer = parsed.pointer
            } catch {
                throw Error(description: "\(quoted) is not a path: column \(error.column): \(error.reason)")
            }
        }
    }

    package func values(in state: JSON) throws(StatePath.Error) -> [JSON] {
        if let pointer { return state[pointer].map { [$0] } ?? [] }
        do throws(JSONPathError) { return try path?.nodes(in: state).map(\.value) ?? [] } catch {
            throw Error(description: "the path takes too much work: \(error.reason)")
        }
    }
}
