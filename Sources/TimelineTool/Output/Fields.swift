internal import TimelineKit
internal import TimelineReplay

/// The members of an answer, each once: its name, what reads its value, and its type, in `SchemaNotation`.
///
///     steps\({ $0.count }): count // The number of steps.
///     lost?\({ $0.lost }): steps
///     sources\({ $0.sources }, "file\({ $0.name }): text") // An array of objects.
///
/// nil is null. A member with `?` is absent if its value is nil, 0, false or empty; an optional value, only if it is nil.
struct Fields<Root>: ExpressibleByStringInterpolation, StringInterpolationProtocol, Sendable {
    typealias StringInterpolation = Self

    private(set) var notation = ""
    private var members: [(name: String, value: @Sendable (Root) -> JSON?)] = []

    init(literalCapacity: Int, interpolationCount: Int) {}
    init(stringInterpolation fields: Self) { self = fields }
    init(stringLiteral text: String) { notation = text }

    /// The schema of the object. The last line may be a comment.
    var type: String { "{\(notation)\n}" }

    func json(_ root: Root) -> JSON {
        var object = JSONObject()
        for (name, value) in members { object[name] = value(root) }
        return .object(object)
    }

    mutating func appendLiteral(_ text: String) { notation += text }

    mutating func appendInterpolation(_ value: @escaping @Sendable (Root) -> some AnswerValue) {
        let isOptional = notation.hasSuffix("?")
        let key = String(notation.reversed().drop { $0 == "?" }.prefix { $0.isLetter }.reversed())
        members.append((key, { value($0).json(isOptional: isOptional) }))
    }

    mutating func appendInterpolation<Part>(_ part: @escaping @Sendable (Root) -> Part?, _ fields: Fields<Part>) {
        appendInterpolation { part($0).map(fields.json) }
        notation += ": \(fields.type)"
    }

    mutating func appendInterpolation<Part>(_ parts: @escaping @Sendable (Root) -> [Part], _ fields: Fields<Part>) {
        appendInterpolation { parts($0).map(fields.json) }
        notation += ": [\(fields.type)]"
    }

    mutating func appendInterpolation<Part>(of part: @escaping @Sendable (Root) -> Part, _ fields: Fields<Part>) {
        notation += fields.notation
        members += fields.members.map { name, value in (name, { value(part($0)) }) }
    }
}

protocol AnswerValue: SendableMetatype {
    var json: JSON { get }
    var isNone: Bool { get }
}

extension AnswerValue {
    var isNone: Bool { [0, false, "", []].contains(json) }
    fileprivate func json(isOptional: Bool) -> JSON? { isOptional && isNone ? nil : json }
}

protocol Answer: AnswerValue { static var fields: Fields<Self> { get } }

extension Answer { var json: JSON { Self.fields.json(self) } }

extension JSON: AnswerValue { var json: JSON { self } }

extension JSONPatch: AnswerValue {}

extension Bool: AnswerValue { var json: JSON { .bool(self) } }

extension Int: AnswerValue { var json: JSON { .int(self) } }

extension String: AnswerValue { var json: JSON { .string(self) } }

extension Moment: AnswerValue { var json: JSON { .number(JSONNumber(unchecked: description)) } }

extension Optional: AnswerValue where Wrapped: AnswerValue {
    var json: JSON { self?.json ?? .null }
    var isNone: Bool { self == nil }
}

extension Array: AnswerValue where Element: AnswerValue { var json: JSON { .array(map(\.json)) } }

extension [String: Int]: AnswerValue {
    var json: JSON { .object(JSONObject(sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value.json) })) }
}

extension ClosedRange: AnswerValue where Bound == Int {
    var json: JSON { ["from": .int(lowerBound), "through": .int(upperBound)] }
}

/// The first and the last of each span.
extension RangeSet: AnswerValue where Bound == Int {
    var json: JSON { ranges.map { [$0.lowerBound, $0.upperBound - 1] }.json }
}
