package import TimelineKit

/// A JSONPath (RFC 9535), which begins with `$`, or a JSON Pointer (RFC 6901), which begins with a slash or is empty.
package struct StatePath: Sendable, CustomStringConvertible {
    package struct Error: Swift.Error, Equatable, Sendable, CustomStringConvertible { package let description: String }

    /// The only location that the path can select; nil if there may be several.
    package let pointer: JSONPointer?
    let path: JSONPath

    package init(parsing text: String) throws(StatePath.Error) {
        let quoted = "\"\(VisibleText.of(text, atMost: 60))\""
        if text.isEmpty || text.hasPrefix("/") {
            do throws(JSONPointer.SyntaxError) {
                let parsed = try JSONPointer(parsing: text)
                pointer = parsed
                path = JSONPath(parsed)
            } catch {
                throw Error(description: "\(quoted) is not a JSON Pointer: \(error.reason)")
            }
        } else {
            do throws(JSONPathError) {
                path = try JSONPath(parsing: text)
                pointer = path.pointer
            } catch {
                throw Error(description: "\(quoted) is not a path: column \(error.column): \(error.reason)")
            }
        }
    }

    package var description: String { path.description.isEmpty ? "$" : path.description }

    package func values(in state: JSON) throws(StatePath.Error) -> [JSON] {
        if let pointer { return state[pointer].map { [$0] } ?? [] }
        return try nodes(in: state).map(\.value)
    }

    package func nodes(in state: JSON) throws(StatePath.Error) -> [JSONPath.Node] {
        do throws(JSONPathError) { return try path.nodes(in: state) } catch {
            throw Error(description: "the path takes too much work: \(error.reason)")
        }
    }

    /// Without all other members, the path selects the same.
    package var members: MemberTree { MemberTree(path.query.paths().map(\.leadingNames)) }
}
