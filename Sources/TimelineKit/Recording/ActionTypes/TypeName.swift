/// Unlike `String(reflecting:)`, omits the memory address of a local type and the file identifier of a private type.
struct TypeName: CustomStringConvertible {
    let description: String

    init(_ type: Any.Type) { description = Self.readable(String(reflecting: type)) }

    /// Removes `(unknown context at $55d0a61288).` and `(extension in Shop):`; `(Upload in _0A1B2C3D)` becomes `Upload`.
    static func readable(_ name: String) -> String {
        var result = ""
        var rest = name[...]
        while let first = rest.first {
            if first == "(", let end = rest.firstIndex(of: ")") {
                let inside = rest[rest.index(after: rest.startIndex)..<end]
                let after = rest[rest.index(after: end)...]
                if inside.hasPrefix("unknown context at $"), after.first == "." {
                    rest = after.dropFirst()
                    continue
                }
                if inside.hasPrefix("extension in "), after.first == ":" {
                    rest = after.dropFirst()
                    continue
                }
                if let separator = inside.firstRange(of: " in _"), !inside[..<separator.lowerBound].contains("(") {
                    result += inside[..<separator.lowerBound]
                    rest = after
                    continue
                }
            }
            result.append(first)
            rest = rest.dropFirst()
        }
        return result
    }
}
