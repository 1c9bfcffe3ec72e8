/// An array of which nothing is kept.
struct PartialUnkeyedWriting: UnkeyedEncodingContainer {
    private(set) var count = 0

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { count += 1 }

    mutating func encode<Value: Encodable>(_ value: Value) { count += 1 }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { nested() }

    private mutating func nested() -> PartialEncoder {
        count += 1
        return PartialEncoder(node: PartialEncoder.Node(), parts: MemberTree())
    }
}
