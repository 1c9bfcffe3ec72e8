/// The first element of the arrays of sets and dictionaries, so that code that changes encoded values can sort the entries again.
///
///     ["redacted0b5f…1","b","a"]      a set of "a" and "b"
///     ["redacted0b5f…2",[1],"one"]    a dictionary with one entry
package struct EntriesSentinel: Sendable {
    private let word: String

    package init(_ word: String) { self.word = word }

    func text(elementsPerEntry: Int) -> String { "\"\(word)\(elementsPerEntry)\"" }

    package func removed(from array: [JSON]) -> (elements: ArraySlice<JSON>, perEntry: Int)? {
        guard case .string(let first) = array.first, first.hasPrefix(word),
            let perEntry = Int(first.dropFirst(word.count))
        else { return nil }
        return (array.dropFirst(), perEntry)
    }
}

extension [JSON] {
    package func sortedEntries(elementsPerEntry: Int) -> [JSON] {
        guard count > elementsPerEntry else { return self }
        let entries = stride(from: 0, to: count, by: elementsPerEntry)
            .map { self[$0..<Swift.min($0 + elementsPerEntry, count)] }
        let texts = entries.map { [UInt8]($0.map(\.text).joined(separator: [UInt8(ascii: ",")])) }
        return texts.sortedIndexes { texts[$0].lexicographicallyPrecedes(texts[$1]) }.flatMap { entries[$0] }
    }
}
