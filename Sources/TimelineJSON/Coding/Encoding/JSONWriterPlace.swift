/// A value that is being encoded, as its type sees it: the encoder, and the container of a single value.
///
/// Three words, so that it lies in an `any Encoder` without an allocation. It is safe to keep: what is written after the
/// value is closed is refused.
struct JSONWriterPlace {
    let writer: JSONWriter
    /// Its frame.
    let frame: Int
    let id: Int

    /// Whether it can be written to as it is.
    @inline(__always) var isReady: Bool { writer.isInnermost(frame, id) && writer.failure == nil }

    /// The same place as the innermost of its writer.
    ///
    /// - Throws: `EncodingError`, where the value is closed, or what came before went wrong.
    @inline(never) func reached() throws -> JSONWriterPlace {
        if let failure = writer.failure { throw failure }
        guard let place = writer.resolve(self) else { throw Self.closed(codingPath) }
        if let failure = place.writer.failure { throw failure }
        return place
    }

    private static func closed(_ codingPath: [any CodingKey]) -> EncodingError {
        .invalidValue(
            (),
            EncodingError.Context(codingPath: codingPath, debugDescription: "it is written to after it was encoded"))
    }

    var codingPath: [any CodingKey] { writer.codingPath(to: self) }
    var userInfo: [CodingUserInfoKey: Any] { writer.userInfo }
}

extension JSONWriterPlace: Encoder {
    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let place = open(.object)
        return place.writer.container(at: place)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { JSONUnkeyedWriting(place: open(.array)) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Opens an array or object, unless it is open already.
    func open(_ kind: JSONWriter.Frame.Kind) -> JSONWriterPlace {
        guard writer.isInnermost(frame, id) || writer.frameCount > frame && writer.frames[frame].id == id else {
            return writer.resolve(self)?.open(kind) ?? self
        }
        switch writer.frames[frame].kind {
        case .nothing:
            if !writer.isInnermost(frame, id) { _ = writer.resolve(self) }
            writer.open(kind)
        case kind: break
        default: refuse("it is encoded in two ways: as one value, an array or an object")
        }
        return self
    }

    private func refuse(_ reason: String) {
        let context = EncodingError.Context(codingPath: codingPath, debugDescription: reason)
        writer.fail(EncodingError.invalidValue((), context))
    }
}

extension JSONWriterPlace: SingleValueEncodingContainer {
    /// Writes the one value there is.
    @inline(__always) private func put(_ write: (JSONWriter) throws -> Void) throws {
        guard isReady else { return try reached().put(write) }
        guard writer.frames[frame].kind == .nothing else {
            refuse("it is encoded in two ways: as one value, an array or an object")
            throw writer.failure ?? Self.closed(codingPath)
        }
        writer.frames[frame].kind = .single
        try write(writer)
    }

    func encodeNil() throws { try put { $0.appendNull() } }
    func encode(_ value: Bool) throws { try put { $0.append(value) } }
    func encode(_ value: String) throws { try put { $0.append(value) } }
    func encode(_ value: Double) throws { try put { $0.append(value) } }
    func encode(_ value: Float) throws { try put { $0.append(value) } }
    func encode(_ value: Int) throws { try put { $0.append(value) } }
    func encode(_ value: Int8) throws { try put { $0.append(value) } }
    func encode(_ value: Int16) throws { try put { $0.append(value) } }
    func encode(_ value: Int32) throws { try put { $0.append(value) } }
    func encode(_ value: Int64) throws { try put { $0.append(value) } }
    func encode(_ value: Int128) throws { try put { $0.append(value) } }
    func encode(_ value: UInt) throws { try put { $0.append(value) } }
    func encode(_ value: UInt8) throws { try put { $0.append(value) } }
    func encode(_ value: UInt16) throws { try put { $0.append(value) } }
    func encode(_ value: UInt32) throws { try put { $0.append(value) } }
    func encode(_ value: UInt64) throws { try put { $0.append(value) } }
    func encode(_ value: UInt128) throws { try put { $0.append(value) } }

    func encode<Value: Encodable>(_ value: Value) throws {
        guard isReady else { return try reached().encode(value) }
        let mark = (count: writer.count, members: writer.memberCount)
        do { try put { try $0.encode(value, only: $0.frames[frame].needed) } } catch {
            // Another value may be tried.
            writer.withdraw(self, to: mark)
            throw error
        }
    }
}
