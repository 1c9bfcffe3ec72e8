struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let encoder: JSONValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.writer.count(of: encoder) }

    @inline(__always) private func put(_ write: (inout JSONBuffer) -> Void) throws {
        guard encoder.isInnermost else { return try Self(encoder: encoder.innermost()).putAgain(write) }
        encoder.writer.beginElement(encoder.frame)
        write(&encoder.writer.buffer)
    }

    @inline(never) private func putAgain(_ write: (inout JSONBuffer) -> Void) throws {
        encoder.writer.put(beginElement(), write)
    }

    /// Returns what is hidden in it.
    @inline(__always) private func beginElement() -> UInt32 {
        encoder.writer.beginElement(encoder.frame)
        return encoder.writer.isSlow ? encoder.writer.hiddenElement(of: encoder.frame) : 0
    }

    func encodeNil() throws { try put { $0.appendNull() } }
    func encode(_ value: Bool) throws { try put { $0.append(value) } }
    func encode(_ value: String) throws { try put { $0.append(value) } }
    func encode(_ value: Double) throws { try put { $0.append(value) } }
    func encode(_ value: Float) throws { try put { $0.append(value) } }
    @inline(__always)
    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) throws { try put { $0.append(value) } }
    func encode(_ value: Int128) throws { try put { $0.append(value) } }
    func encode(_ value: UInt128) throws { try put { $0.append(value) } }

    func encode<Value: Encodable>(_ value: Value) throws {
        guard encoder.isInnermost else { return try Self(encoder: encoder.innermost()).encodeAgain(value) }
        try encodeElement(value)
    }

    @inline(never) private func encodeAgain(_ value: some Encodable) throws { try encodeElement(value) }

    @inline(__always) private func encodeElement(_ value: some Encodable) throws {
        let start = encoder.writer.checkpoint
        let hiding = beginElement()
        do { try encoder.writer.encode(value, hiding: hiding) } catch {
            // The caller may catch this and continue without the element.
            encoder.writer.rollBack(encoder, to: start)
            throw error
        }
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    func superEncoder() -> any Encoder { nested() }

    private func nested() -> JSONValueEncoder {
        guard let encoder = encoder.isInnermost ? encoder : encoder.writer.resolve(encoder) else { return encoder }
        return encoder.writer.begin(hiding: Self(encoder: encoder).beginElement())
    }
}
