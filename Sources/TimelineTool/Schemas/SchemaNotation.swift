internal import TimelineKit

/// Reads JSON Schema from a short notation, in which each member is named once.
///
///     span = [seq, 2] // The first and the last of neighbors.
///     fact = {
///       step: seq // Its number.
///       from?, cause?
///       kind?: "known" | "unknown"
///       line?: integer + {"minimum": 1} // From 1.
///       rest?: {a: text, *} | null
///     }
///
/// `?` makes a member optional, `from` alone is `from: from`, and `*` allows other members. A type is a value, `text`, `flag`, `integer`,
/// `number`, `object`, `null`, `any`, `self` for the whole schema, or the name of a definition; `+` adds keywords. A comment describes what
/// its line begins or ends with.
struct SchemaNotation {
    private var rest: Substring
    private var comment: Substring?

    init(_ text: Substring) { rest = text }

    /// `NAME = TYPE` up to the end.
    mutating func definitions() -> JSONObject {
        var definitions = JSONObject()
        while let name = name() {
            require("=")
            definitions[name] = described(type())
        }
        precondition(rest.isEmpty, "a schema has this after a definition: \(rest)")
        return definitions
    }

    mutating func type() -> JSONObject {
        var values: [JSON] = []
        var forms: [JSONObject] = []
        repeat {
            if let value = value() { values.append(value) } else { forms.append(form()) }
        } while take("|")
        if !values.isEmpty {
            forms.insert(values.count == 1 ? member("const", values[0]) : member("enum", .array(values)), at: 0)
        }
        return forms.count == 1 ? forms[0] : member("oneOf", .array(forms.map { .object($0) }))
    }

    private mutating func form() -> JSONObject {
        var form = take("{") ? object() : take("[") ? array() : type(named: name() ?? "")
        guard take("+") else { return form }
        for added in json().object?.members ?? [] { form[added.key] = added.value }
        return form
    }

    private mutating func object() -> JSONObject {
        skip()
        let description = comment.take()
        var object = member("type", "object")
        var required: [JSON] = []
        var properties = JSONObject()
        while !take("}") {
            guard let name = name() else {
                require("*")
                object["additionalProperties"] = true
                continue
            }
            if !take("?") { required.append(.string(name)) }
            properties[name] = described(take(":") ? type() : type(named: name))
        }
        if !required.isEmpty { object["required"] = .array(required) }
        object["properties"] = .object(properties)
        comment = description
        return object
    }

    private mutating func array() -> JSONObject {
        var array = member("type", "array")
        array["items"] = .object(type())
        if let count = value() { (array["minItems"], array["maxItems"]) = (count, count) }
        require("]")
        return array
    }

    private func type(named name: String) -> JSONObject {
        switch name {
        case "any": JSONObject()
        case "text": member("type", "string")
        case "flag": member("type", "boolean")
        case "integer", "number", "object", "null": member("type", .string(name))
        case "self": member("$ref", "#")
        default: member("$ref", .string(PrintedSchema.prefix + name))
        }
    }

    private func member(_ key: String, _ value: JSON) -> JSONObject { JSONObject([.init(key: key, value: value)]) }

    private mutating func described(_ schema: JSONObject) -> JSON {
        skip()
        guard let description = comment.take() else { return .object(schema) }
        return .object(JSONObject([.init(key: "description", value: .string(String(description)))] + schema.members))
    }

    // MARK: - Tokens

    private mutating func skip() {
        rest = rest.drop { $0.isWhitespace || $0 == "," }
        guard rest.hasPrefix("// ") else { return }
        comment = rest.prefix { !$0.isNewline }.dropFirst("// ".count)
        rest = rest.drop { !$0.isNewline }
        skip()
    }

    private mutating func take(_ token: Character) -> Bool {
        skip()
        guard rest.first == token else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func require(_ token: Character) {
        precondition(take(token), "a schema lacks \(token) before: \(rest.prefix(80))")
    }

    private mutating func name() -> String? {
        skip()
        let name = rest.prefix { $0.isLetter }
        rest = rest[name.endIndex...]
        return name.isEmpty ? nil : String(name)
    }

    /// `"a text"`, `true`, `false` or a number.
    private mutating func value() -> JSON? {
        skip()
        guard rest.starts(with: /["0-9]|(true|false)\b/) else { return nil }
        return json()
    }

    private mutating func json() -> JSON {
        skip()
        // The first error is what follows the value.
        var end = rest.utf8.count
        do throws(JSONError) { _ = try JSON(parsing: Array(rest.utf8)) } catch { end = error.byte }
        let bytes = Array(rest.utf8.prefix(end))
        rest = rest[rest.utf8.index(rest.startIndex, offsetBy: end)...]
        do throws(JSONError) { return try JSON(parsing: bytes) } catch {
            preconditionFailure("a schema is not JSON: \(error.reason): \(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
