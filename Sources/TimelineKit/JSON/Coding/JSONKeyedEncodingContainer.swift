struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    @inline(__always) private func put(_ key: Key, _ write: (inout JSONBuffer) -> Void) throws {
        guard encoder.isInnermost else { return try Self(encoder: encoder.innermost()).putAgain(key, write) }
        if begin(key) { write(&encoder.writer.buffer) }
    }

    @inline(never) private func putAgain(_ key: Key, _ write: (inout JSONBuffer) -> Void) throws {
        guard let (_, name, hiding) = member(key) else { return }
        encoder.writer.beginMember(encoder.frame, name, isNested: false)
        encoder.writer.put(hiding, write)
    }

    /// Nil if the member is not needed.
    @inline(__always) private func member(
        _ key: some CodingKey
    ) -> (needed: MemberTree.Node, name: String, hiding: UInt32)? {
        let (writer, name) = (encoder.writer, key.stringValue)
        guard let needed = writer.needed(name, of: encoder.frame) else { return nil }
        let (written, hiding) = writer.isSlow ? writer.hiddenMember(key, name, of: encoder.frame) : (name, 0)
        return (needed, written, hiding)
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
        guard encoder.isInnermost else { return try Self(encoder: encoder.innermost()).encodeAgain(value, key) }
        let name = key.stringValue
        guard let needed = encoder.writer.needed(name, of: encoder.frame) else { return }
        try encode(value, name, needed, hiding: 0)
    }

    @inline(never) private func encodeAgain(_ value: some Encodable, _ key: Key) throws {
        guard let (needed, name, hiding) = member(key) else { return }
        try encode(value, name, needed, hiding: hiding)
    }

    @inline(__always) private func encode(
        _ value: some Encodable, _ name: String, _ needed: MemberTree.Node, hiding: UInt32
    ) throws {
        let writer = encoder.writer
        let start = writer.checkpoint
        writer.beginMember(encoder.frame, name, isNested: false)
        do { try writer.encode(value, only: needed, hiding: hiding) } catch {
            // The caller may catch this and continue without the member.
            writer.rollBack(encoder, to: start)
            throw error
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { nested(JSONKey.super) }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    /// A member that is not needed is begun, too, but without its members. If this object was closed, the encoder throws.
    private func nested(_ key: some CodingKey) -> JSONValueEncoder {
        guard let encoder = encoder.isInnermost ? encoder : encoder.writer.resolve(encoder) else { return encoder }
        let (needed, name, hiding) = Self(encoder: encoder).member(key) ?? (MemberTree.none, key.stringValue, 0)
        encoder.writer.beginMember(encoder.frame, name, isNested: true)
        return encoder.writer.begin(needed, hiding: hiding)
    }
}
