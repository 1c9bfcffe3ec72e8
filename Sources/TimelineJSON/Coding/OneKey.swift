/// The keys of an object with one key that has a value of `Key`: the case of an enum.
///
/// `allKeys` must make an array of them, which costs about 2,000 instructions: the metadata of two types, a string, a key and an
/// allocation. So a reader keeps the arrays that it made.
final class OneKey<Key: CodingKey> {
    /// The UTF-8 bytes of the key.
    let name: [UInt8]
    let keys: [Key]

    init(name: [UInt8], keys: [Key]) {
        self.name = name
        self.keys = keys
    }
}
