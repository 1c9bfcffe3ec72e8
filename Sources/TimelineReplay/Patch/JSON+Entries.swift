package import TimelineKit

extension [JSON] {
    /// As an encoder sorts the entries of sets, and of dictionaries that are arrays.
    package func sortedEntries(elementsPerEntry: Int) -> [JSON] {
        guard count > elementsPerEntry else { return self }
        let entries = stride(from: 0, to: count, by: elementsPerEntry)
            .map { self[$0..<Swift.min($0 + elementsPerEntry, count)] }
        let texts = entries.map { [UInt8]($0.map(\.text).joined(separator: [UInt8(ascii: ",")])) }
        return texts.sortedIndexes { texts[$0].lexicographicallyPrecedes(texts[$1]) }.flatMap { entries[$0] }
    }
}
