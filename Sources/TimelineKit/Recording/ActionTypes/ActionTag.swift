struct ActionTag: CodingKey {
    let stringValue: String

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { return nil }

    var intValue: Int? { nil }

    /// The tag of a type: `Cart.Add` is `cart_add`.
    init(_ type: Any.Type) { stringValue = Self.path(of: type).map(Self.lowercasedFirstWord).joined(separator: "_") }

    static func path(of type: Any.Type) -> [String] {
        var rest = TypeName(type).description[...]
        return names(&rest)
    }

    private static func names(_ rest: inout Substring) -> [String] {
        var names: [String] = []
        var name = ""
        func finish() {
            if !name.isEmpty { names.append(name) }
            name = ""
        }
        while let character = rest.first {
            if character == "," || character == ">" { break }
            rest.removeFirst()
            switch character {
            case ".": finish()
            case "<":
                var arguments: [String] = []
                repeat {
                    rest = rest.drop { $0 == "," || $0 == " " }
                    arguments.append(Self.names(&rest).joined(separator: "."))
                } while rest.first == ","
                if rest.first == ">" { rest.removeFirst() }
                name += "<\(arguments.joined(separator: ","))>"
            default: name.append(character)
            }
        }
        finish()
        // The first is the module, within generic arguments too: `Shop.Changed<Swift.Int>`.
        return names.count > 1 ? Array(names.dropFirst()) : names
    }

    /// `urlChanged` for `URLChanged`, in the style of enumeration cases.
    private static func lowercasedFirstWord(_ name: String) -> String {
        let capitals = name.prefix { $0.isUppercase }
        let rest = name.dropFirst(capitals.count)
        let word = capitals.count > 1 && rest.first?.isLowercase == true ? capitals.dropLast() : capitals
        return word.lowercased() + name.dropFirst(word.count)
    }
}

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
