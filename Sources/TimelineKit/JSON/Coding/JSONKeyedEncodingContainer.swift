struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    @inline(__always) private func put(_ key: Key, _ write: (inout JSONBuffer) -> Void) throws {
        guard encoder.isInnermost else { return try Self(encoder: encoder.innermost()).putAgain(key, write) }
        if begin(key) { write(&encoder.writer.buffer) }
    }

    @inline(never) private func putAgain(_ key: Key, _ write: (inout JSONBuffer) -> Void) throws {
        if begin(key) { write(&encoder.writer.buffer) }
    }

    @inline(__always) private func begin(_ key: Key) -> Bool {
        let name = key.stringValue
        guard encoder.writer.needed(name, of: encoder.frame) != nil else { return false }
        encoder.writer.beginMember(encoder.frame, name, isNested: false)
        return true
    }

    func encodeNil(forKey key: Key) throws { try put(key) { $0.appendNull() } }
    func encode(_ value: Bool, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: String, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: Double, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: Float, forKey key: Key) throws { try put(key) { $0.append(value) } }
    @inline(__always)
    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number, forKey key: Key) throws {
        try put(key) { $0.append(value) }
    }
    func encode(_ value: Int128, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: UInt128, forKey key: Key) throws { try put(key) { $0.append(value) } }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        guard encoder.isInnermost else {
            return try Self(encoder: encoder.innermost()).encode(value, forKey: key)
        }
        let writer = encoder.writer
        let name = key.stringValue
        guard let needed = writer.needed(name, of: encoder.frame) else { return }
        let start = writer.checkpoint
        writer.beginMember(encoder.frame, name, isNested: false)
        do { try writer.encode(value, only: needed) } catch {
            // The caller may catch this and continue without the member.
            writer.rollBack(encoder, to: start)
            throw error
        }
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

    /// A member that is not needed is begun, too, but without its members. If this object was closed, the encoder throws.
    private func nested(_ name: String) -> JSONValueEncoder {
        guard let encoder = encoder.isInnermost ? encoder : encoder.writer.resolve(encoder) else { return encoder }
        let needed = encoder.writer.needed(name, of: encoder.frame) ?? MemberTree.none
        encoder.writer.beginMember(encoder.frame, name, isNested: true)
        return encoder.writer.begin(needed)
    }
}
