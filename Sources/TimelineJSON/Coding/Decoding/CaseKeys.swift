/// The keys of objects with one key, as lists: what the code of an enum asks for first, to see which case it is.
///
/// To make such a list costs as much as the rest of a small action, so those that were asked for are kept. For one type of
/// keys, always the same: it is not generic, since to look the type's parts up would cost most of what it saves.
final class CaseKeys {
    private struct Entry {
        var word: UInt64
        var name: String
        /// A list of keys, whose type is known to those who ask.
        var keys: [UInt8]
    }

    /// How many are kept, and of which length at the most.
    private static var limit: Int { 32 }

    private var entries: ContiguousArray<Entry> = []

    /// The list of the key that stands on the tape at `index`, unless `Key` does not know it.
    @inline(__always) func keys<Key: CodingKey>(_ index: Int, _ reader: JSONReader) -> [Key] {
        if let keys = known(index, reader) { return unsafeBitCast(keys, to: [Key].self) }
        return newKeys(index, reader)
    }

    private func known(_ index: Int, _ reader: JSONReader) -> [UInt8]? {
        let word = reader.tape.words[index &+ 1]
        return entries.withUnsafeBufferPointer { entries in
            for entry in 0..<entries.count where entries[entry].word == word {
                let isSame = entries[entry].name.withContiguousUTF8 { name in
                    name.baseAddress.map { reader.isKey(index, $0, name.count) } ?? true
                }
                if isSame { return entries[entry].keys }
            }
            return nil
        }
    }

    @inline(never) private func newKeys<Key: CodingKey>(_ index: Int, _ reader: JSONReader) -> [Key] {
        let name = reader.key(at: index)
        guard let key = Key(stringValue: name) else { return [] }
        let keys = [key]
        if entries.count < Self.limit, name.utf8.count <= Self.limit {
            let word = reader.tape.words[index &+ 1]
            entries.append(Entry(word: word, name: name, keys: unsafeBitCast(keys, to: [UInt8].self)))
        }
        return keys
    }
}
