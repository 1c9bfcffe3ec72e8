/// Three words, so that an `any Encoder` holds it without an allocation. Throws once its value is encoded.
struct JSONValueEncoder {
    let writer: JSONWriter
    let frame: Int
    let id: Int

    @inline(__always) var isInnermost: Bool { writer.isInnermost(frame, id) && !writer.isSlow }

    /// Throws if the value was encoded already, or the first failure.
    @inline(never) func innermost() throws -> JSONValueEncoder {
        if let failure = writer.failure { throw failure }
        guard let encoder = writer.resolve(self) else { throw error("it is written to after it was encoded") }
        if let failure = encoder.writer.failure { throw failure }
        return encoder
    }

    private func error(_ reason: String) -> EncodingError {
        .invalidValue((), EncodingError.Context(codingPath: codingPath, debugDescription: reason))
    }

    private var secondForm: EncodingError { error("it is encoded in two ways: as one value, an array or an object") }
    var codingPath: [any CodingKey] { writer.codingPath(to: self) }
    var userInfo: [CodingUserInfoKey: Any] { writer.hidingRules == nil ? [:] : [.hidesMarkedValues: true] }
}

extension JSONValueEncoder: Encoder {
    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        opens(.object) ? keyedContainer() : openAgain(.object).keyedContainer()
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONUnkeyedEncodingContainer(encoder: opens(.array) ? self : openAgain(.array))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    @inline(__always) private func opens(_ kind: JSONWriter.Frame.Kind) -> Bool {
        guard writer.isInnermost(frame, id), writer.frames[frame].kind == .nothing else { return false }
        writer.open(kind)
        return true
    }

    @inline(never) private func openAgain(_ kind: JSONWriter.Frame.Kind) -> JSONValueEncoder {
        guard writer.hasFrame(of: self) else { return writer.resolve(self)?.openAgain(kind) ?? self }
        switch writer.frames[frame].kind {
        case .nothing:
            if !writer.isInnermost(frame, id) { _ = writer.resolve(self) }
            writer.open(kind)
        case kind: break
        default: writer.fail(secondForm)
        }
        return self
    }

    @inline(__always) private func keyedContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
        keyedContainer(writer.keyedContainers.encodingContainer(of: Key.self))
    }

    @inline(__always) private func keyedContainer<Container: JSONKeyedEncoding>(
        _ type: Container.Type
    ) -> KeyedEncodingContainer<Container.Key> {
        KeyedEncodingContainer(Container(encoder: self))
    }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
    @inline(__always) private func begin() throws {
        guard writer.frames[frame].kind == .nothing else {
            writer.fail(secondForm)
            throw secondForm
        }
        writer.frames[frame].kind = .single
    }

    @inline(__always) private func put(_ write: (inout JSONBuffer) -> Void) throws {
        guard isInnermost else { return try innermost().putAgain(write) }
        try begin()
        write(&writer.buffer)
    }

    @inline(never) private func putAgain(_ write: (inout JSONBuffer) -> Void) throws {
        try begin()
        writer.put(writer.frames[frame].hiding, write)
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
        guard isInnermost else { return try innermost().encodeAgain(value) }
        try encodeAlone(value)
    }

    @inline(never) private func encodeAgain(_ value: some Encodable) throws { try encodeAlone(value) }

    @inline(__always) private func encodeAlone(_ value: some Encodable) throws {
        let start = writer.checkpoint
        do {
            try begin()
            try writer.encode(value, only: writer.frames[frame].needed, hiding: writer.frames[frame].hiding)
        } catch {
            // The caller may catch this and encode another value.
            writer.rollBack(self, to: start)
            throw error
        }
    }
}
