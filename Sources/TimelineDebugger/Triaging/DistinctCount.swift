internal import TimelineKit

/// The number of different texts, exact up to `limit`, then within about 6 %: the k least hashes are kept, of which the
/// greatest tells how dense all are (Bar-Yossef et al., *Counting Distinct Elements in a Data Stream*, 2002). Unions do
/// not depend on their order.
package struct DistinctCount: Equatable, Sendable {
    private static let limit = 256
    /// Numbers below this are exact in every reader of JSON.
    private static let hashRange = Double(1 << 53)

    /// In ascending order.
    private var hashes: [Int]

    /// By a hash that is the same in every process.
    package init(of text: String) { hashes = [Int(StateShapeReader.hash(of: text.utf8) >> 11)] }

    package mutating func formUnion(_ other: DistinctCount) {
        hashes = Array(Set(hashes).union(other.hashes).sorted().prefix(Self.limit))
    }

    package var isExact: Bool { hashes.count < Self.limit }

    package var value: Int {
        guard !isExact, let greatest = hashes.last else { return hashes.count }
        return Int((Double(Self.limit - 1) * Self.hashRange / Double(greatest + 1)).rounded())
    }

    var json: JSON { .array(hashes.map { .int($0) }) }

    init?(_ json: JSON) {
        guard let numbers = json.array, case let hashes = numbers.compactMap(\.countable),
            hashes.count == numbers.count,
            (1...Self.limit).contains(hashes.count), zip(hashes, hashes.dropFirst()).allSatisfy(<)
        else { return nil }
        self.hashes = hashes
    }
}
