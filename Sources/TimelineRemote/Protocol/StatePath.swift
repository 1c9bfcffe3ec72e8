package import TimelineJSON

/// A place in a state, or several: as everywhere a JSONPath (RFC 9535), which begins with `$`; or a JSON Pointer (RFC
/// 6901), which begins with a slash or is empty.
package struct StatePath: Sendable {
    /// The place, where it is one and no more.
    package let pointer: JSONPointer?
    private let path: JSONPath?

    package init(parsing text: String) throws(StatePathError) {
        if text.isEmpty || text.hasPrefix("/") {
            path = nil
            do throws(JSONPointerError) { pointer = try JSONPointer(parsing: text) } catch {
                throw StatePathError("\"\(ShownText.of(text))\" is no JSON Pointer: \(error.reason)")
            }
        } else {
            do throws(JSONPathError) {
                let parsed = try JSONPath(parsing: text)
                path = parsed
                pointer = parsed.pointer
            } catch {
                throw StatePathError("\"\(ShownText.of(text))\" is no path: column \(error.column): \(error.reason)")
            }
        }
    }

    /// What is there. Nothing, where there is no such place.
    package func values(in state: JSON) throws(StatePathError) -> [JSON] {
        if let pointer { return state[pointer].map { [$0] } ?? [] }
        do throws(JSONPathError) { return try path?.nodes(in: state).map(\.value) ?? [] } catch {
            throw StatePathError("the path asks for too much: \(error.reason)")
        }
    }
}
