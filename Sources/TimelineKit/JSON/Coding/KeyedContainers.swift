/// Kept, because looking up metadata and conformances costs about 700 instructions.
final class KeyedContainers<Key: CodingKey> {
    let encoding: any JSONKeyedEncoding<Key>.Type = JSONKeyedEncodingContainer<Key>.self
    let decoding: any JSONKeyedDecoding<Key>.Type = JSONKeyedDecodingContainer<Key>.self
}

protocol JSONKeyedEncoding<Key>: KeyedEncodingContainerProtocol {
    init(encoder: JSONValueEncoder)
}

protocol JSONKeyedDecoding<Key>: KeyedDecodingContainerProtocol {
    init(reader: JSONReader, object: Int)
}

extension JSONKeyedEncodingContainer: JSONKeyedEncoding {}
extension JSONKeyedDecodingContainer: JSONKeyedDecoding {}

extension TypeTable where Entry == AnyObject {
    @inline(__always)
    func encodingContainer<Key: CodingKey>(of key: Key.Type) -> any JSONKeyedEncoding<Key>.Type {
        containers(of: key).encoding
    }

    @inline(__always)
    func decodingContainer<Key: CodingKey>(of key: Key.Type) -> any JSONKeyedDecoding<Key>.Type {
        containers(of: key).decoding
    }

    @inline(__always) private func containers<Key: CodingKey>(of key: Key.Type) -> KeyedContainers<Key> {
        // Under this type, `addContainers` adds objects of no other class. A checked cast would look up the class.
        if let known = self[ObjectIdentifier(key)] { return unsafeDowncast(known, to: KeyedContainers<Key>.self) }
        return addContainers(of: key)
    }

    @inline(never) private func addContainers<Key: CodingKey>(of key: Key.Type) -> KeyedContainers<Key> {
        let containers = KeyedContainers<Key>()
        add(containers, ObjectIdentifier(key))
        return containers
    }
}
