/// An object of which some members are kept.
struct PartialKeyedWriting<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: PartialEncoder.Node
    let parts: MemberTree

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
        if parts[key.stringValue] != nil { node.members[key.stringValue] = .null }
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let name = key.stringValue
        guard let parts = parts[name] else { return }
        guard let json = try PartialEncoder.json(of: value, parts) else { return node.isIncomplete = true }
        node.members[name] = json
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nested(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { nested(JSONKey.super.stringValue) }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

    private func nested(_ name: String) -> PartialEncoder {
        let member = PartialEncoder.Node()
        guard let parts = parts[name] else { return PartialEncoder(node: member, parts: MemberTree()) }
        node.nested.append((name, member))
        return PartialEncoder(node: member, parts: parts)
    }
}
