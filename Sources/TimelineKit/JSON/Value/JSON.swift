/// A JSON value without loss: numbers keep their text, objects keep the order of their keys. Equality follows RFC 6902, section 4.6:
/// `1` equals `1.0`, strings are compared by code points, and objects regardless of the order of keys.
package enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    package static let depthLimit = JSONParser.depthLimit
}

extension JSON: Equatable {
    package static func == (one: JSON, other: JSON) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.isExactly(b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }
}

extension JSON {
    package static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        var object = JSONObject()
        for (key, value) in members { object[key] = value }
        return .object(object)
    }

    package static func int(_ value: Int) -> JSON { .number(JSONNumber(value)) }

    package var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
    package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    package var int: Int? { number?.int64.flatMap { Int(exactly: $0) } }

    /// With an article, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }

    package init(floatLiteral value: Double) {
        guard let number = JSONNumber(value) else { preconditionFailure("\(value) is not a JSON number") }
        self = .number(number)
    }

    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0, value: $1) }))
    }
}

extension JSON: CustomStringConvertible {
    package var description: String { String(decoding: text, as: UTF8.self) }
}
