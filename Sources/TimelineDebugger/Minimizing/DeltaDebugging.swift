/// *ddmin* of Zeller and Hildebrandt (IEEE Transactions on Software Engineering 28(2), 2002) without trying a small chunk on its
/// own: a step needs those before it. Pure. If k of n elements matter, about 2k × log2(n) tests; n² in the worst case.
package struct DeltaDebugging: Sendable {
    package enum Answer: Equatable, Sendable {
        /// The elements after this one do not matter.
        case bad(last: Int)
        case good
        case cannotTell
    }

    private let caused: [(element: Int, cause: Int)]
    package private(set) var kept: RangeSet<Int>
    private var tested: Set<RangeSet<Int>> = []
    private var unjudged: Set<RangeSet<Int>> = []

    package private(set) var probes = 0

    package init(causes: [Int?]) {
        caused = causes.indices.compactMap { element in causes[element].map { (element, $0) } }
        precondition(caused.allSatisfy { $0.cause < $0.element }, "a cause comes after its effect")
        kept = RangeSet(causes.indices)
    }

    package mutating func minimize(_ test: (RangeSet<Int>) throws -> Answer?) rethrows -> [Int]? {
        var size = (count + 1) / 2
        while size > 0 {
            var isReduced = false
            let elements = kept.ranges.flatMap { Array($0) }
            // From the end: a later step depends on earlier ones more often than the other way around.
            for end in stride(from: elements.count, to: 0, by: -size) {
                let chunk = elements[max(0, end - size)]..<elements[end - 1] + 1
                guard kept.ranges.contains(where: { $0.overlaps(chunk) }) else { continue }
                let part = closed(kept.subtracting(RangeSet(chunk)))
                if tested.contains(part) { continue }
                guard let answer = try test(part) else { return nil }
                probes += 1
                guard case .bad(let last) = answer else {
                    tested.insert(part)
                    if answer == .cannotTell { unjudged.insert(part) }
                    continue
                }
                kept = part.subtracting(RangeSet(last + 1..<Int.max))
                isReduced = true
            }
            if size == 1, !isReduced { break }
            size = min((count + 1) / 2, max(1, size / 2))
        }
        return kept.ranges.joined().filter { unjudged.contains(closed(kept.subtracting(RangeSet($0..<$0 + 1)))) }
    }

    package var count: Int { kept.ranges.reduce(0) { $0 + $1.count } }

    /// The part without the elements whose cause is not in it.
    private func closed(_ part: RangeSet<Int>) -> RangeSet<Int> {
        var part = part
        for (element, cause) in caused where part.contains(element) && !part.contains(cause) {
            part.remove(contentsOf: element..<element + 1)
        }
        return part
    }
}
