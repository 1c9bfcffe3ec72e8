/// Lets a value encode itself, and keeps the members that are asked for: the others are not encoded at all.
///
/// It knows objects alone. Below a member that is meant as a whole, the usual coder encodes.
struct PartialEncoder: Encoder {
    /// Where a value that is being encoded puts its parts.
    final class Node {
        /// What the value consists of, where that is no object.
        var value: JSON?
        var members = JSONObject()
        /// The members that are written to from outside.
        var nested: [(name: String, node: Node)] = []
        /// Whether a part that was asked for is missing: it is an array that is written element by element.
        var isIncomplete = false

        /// The parts; nil where one is missing.
        var json: JSON? {
            if isIncomplete { return nil }
            if let value { return value }
            var object = members
            for (name, node) in nested {
                guard let json = node.json else { return nil }
                object[name] = json
            }
            return .object(object)
        }
    }

    let node: Node
    /// What is asked for.
    let parts: MemberTree

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The parts of a value; nil where they cannot be told from the others.
    static func json<Value: Encodable>(of value: Value, _ parts: MemberTree) throws -> JSON? {
        if parts.isWhole { return try whole(value) }
        // Their own form is not the one that they are written in.
        if isFoundationValue(Value.self) { return try whole(value) }
        // These hand themselves to `encode(_:)` below, which would ask here again.
        if scalars.contains(ObjectIdentifier(Value.self)) { return try whole(value) }
        let node = Node()
        try value.encode(to: PartialEncoder(node: node, parts: parts))
        return node.json
    }

    private static func whole<Value: Encodable>(_ value: Value) throws -> JSON {
        // Most of what is compared is one of these.
        if let number = value as? Int { return .number(JSONNumber(number)) }
        if let bool = value as? Bool { return .bool(bool) }
        if let text = value as? String { return .string(text) }
        return try JSONCoding.encode(value).value
    }

    private static let scalars = Set(
        [
            Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
        ].map { (type: Any.Type) in ObjectIdentifier(type) })

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(PartialKeyedWriting(node: node, parts: parts))
    }

    /// No name leads into an array, so its elements are not asked for unless all of it is.
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.value = .array([])
        node.isIncomplete = parts.isWhole
        return PartialUnkeyedWriting()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension PartialEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.value = .null }

    func encode<Value: Encodable>(_ value: Value) throws {
        node.value = try Self.json(of: value, parts)
        node.isIncomplete = node.value == nil
    }
}
