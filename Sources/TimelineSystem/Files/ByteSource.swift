/// Bytes that can be read at any place.
package protocol ByteSource: Sendable {
    /// Up to `count` bytes from `offset`; fewer only at the end, none past it.
    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]

    /// How many bytes there are now.
    func size() throws(FileError) -> Int
}

extension [UInt8]: ByteSource {
    package func read(at offset: Int, count: Int) -> [UInt8] {
        offset < self.count ? Array(self[offset..<Swift.min(self.count, offset + count)]) : []
    }

    package func size() -> Int { count }
}
