/// HMAC with SHA-256 (RFC 2104).
struct HMACSHA256: Sendable {
    private let inner: SHA256
    private let outer: SHA256

    init(key: [UInt8]) {
        var block = key
        if key.count > SHA256.blockSize {
            var hash = SHA256()
            hash.update(key)
            block = hash.finalize()
        }
        block += [UInt8](repeating: 0, count: SHA256.blockSize - block.count)
        var inner = SHA256()
        inner.update(block.map { $0 ^ 0x36 })
        var outer = SHA256()
        outer.update(block.map { $0 ^ 0x5c })
        (self.inner, self.outer) = (inner, outer)
    }

    func code(for message: some Sequence<UInt8>) -> [UInt8] {
        var inner = inner
        inner.update(message)
        var outer = outer
        outer.update(inner.finalize())
        return outer.finalize()
    }
}
