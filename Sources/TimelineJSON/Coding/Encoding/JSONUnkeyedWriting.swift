/// An array that is being encoded.
struct JSONUnkeyedWriting: UnkeyedEncodingContainer {
    let place: JSONWriterPlace

    var codingPath: [any CodingKey] { place.codingPath }

    var count: Int { place.writer.count(of: place) }

    /// Writes an element, or rather its value.
    @inline(__always) private func put(_ write: (JSONWriter) -> Void) throws {
        guard place.isReady else { return try Self(place: place.reached()).put(write) }
        place.writer.beginElement(place.frame)
        write(place.writer)
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
        guard place.isReady else { return try Self(place: place.reached()).encode(value) }
        let mark = (count: place.writer.count, members: place.writer.memberCount)
        place.writer.beginElement(place.frame)
        do { try place.writer.encode(value) } catch {
            // Whoever catches this can go on, without the element.
            place.writer.withdraw(place, to: mark)
            throw error
        }
    }

    // MARK: - Containers

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { JSONUnkeyedWriting(place: nested().open(.array)) }

    func superEncoder() -> any Encoder { nested() }

    /// Begins an element that is written to from outside. Where the array is closed, its place leads nowhere.
    private func nested() -> JSONWriterPlace {
        guard let place = place.isReady ? place : place.writer.resolve(place) else { return place }
        place.writer.beginElement(place.frame)
        return place.writer.begin()
    }
}
