/// An object that is being encoded.
struct JSONKeyedWriting<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let seat: JSONWriterSeat

    private var place: JSONWriterPlace { seat.place }

    var codingPath: [any CodingKey] { place.codingPath }

    /// Writes a key and its value.
    @inline(__always) private func put(_ key: Key, _ write: (JSONWriter) -> Void) throws {
        let isDone: Void? = seat.ifReady { writer, frame in
            let name = key.stringValue
            guard writer.needed(name, of: frame) != nil else { return }
            writer.beginMember(frame, name, isNested: false)
            write(writer)
        }
        if isDone == nil { try late().put(key, write) }
    }

    /// The container once more, when its place was reached.
    @inline(never) private func late() throws -> Self {
        let place = try place.reached()
        return Self(seat: JSONWriterSeat(place, owner: place.writer))
    }

    func encodeNil(forKey key: Key) throws { try put(key) { $0.appendNull() } }
    func encode(_ value: Bool, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: String, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: Double, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: Float, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: Int, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: Int8, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: Int16, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: Int32, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: Int64, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: Int128, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: UInt, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: UInt8, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: UInt16, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: UInt32, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: UInt64, forKey key: Key) throws { try put(key) { $0.append(value) } }
    func encode(_ value: UInt128, forKey key: Key) throws { try put(key) { $0.append(value) } }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let isDone: Void? = try seat.ifReady { writer, frame in
            let name = key.stringValue
            guard let needed = writer.needed(name, of: frame) else { return }
            let mark = (count: writer.count, members: writer.memberCount)
            let id = writer.frames[frame].id
            writer.beginMember(frame, name, isNested: false)
            do { try writer.encode(value, only: needed) } catch {
                // Whoever catches this can go on, without the member.
                writer.withdraw(JSONWriterPlace(writer: writer, frame: frame, id: id), to: mark)
                throw error
            }
        }
        if isDone == nil { try late().encode(value, forKey: key) }
    }

    // MARK: - Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nested(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONUnkeyedWriting(place: nested(key.stringValue).open(.array))
    }

    func superEncoder() -> any Encoder { nested(JSONKey.super.stringValue) }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

    /// Begins a member that is written to from outside, also if it is not needed. Where the object is closed, its place leads
    /// nowhere.
    private func nested(_ name: String) -> JSONWriterPlace {
        guard let place = place.isReady ? place : place.writer.resolve(place) else { return place }
        let needed = place.writer.needed(name, of: place.frame) ?? MemberTree.none
        place.writer.beginMember(place.frame, name, isNested: true)
        return place.writer.begin(needed)
    }
}
