/// HMAC-SHA-256 (RFC 2104): a hash that only who holds the key can make or check.
struct KeyedHash: Sendable {
    /// What stands before the message, and before the hash of it; taken once for each key.
    private let inner: SHA256
    private let outer: SHA256

    /// - Parameter key: Of any length. More than 64 bytes are hashed to 32.
    init(key: [UInt8]) {
        var block = key
        if key.count > SHA256.blockSize {
            var hash = SHA256()
            hash.take(key)
            block = hash.hash()
        }
        block += [UInt8](repeating: 0, count: SHA256.blockSize - block.count)
        var inner = SHA256()
        inner.take(block.map { $0 ^ 0x36 })
        var outer = SHA256()
        outer.take(block.map { $0 ^ 0x5c })
        (self.inner, self.outer) = (inner, outer)
    }

    /// 32 bytes.
    func of(_ message: some Sequence<UInt8>) -> [UInt8] {
        var inner = inner
        inner.take(message)
        var outer = outer
        outer.take(inner.hash())
        return outer.hash()
    }
}
