/// Finds a small part of a list that fails a test which the whole list fails. Pure: parts go out, answers come in.
///
/// This is *ddmin* of Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on
/// Software Engineering 28(2), 2002: it removes chunks of half the list, then smaller and smaller ones, and in the end
/// single elements, until no removal of a single element fails. It does not try a small chunk on its own, as the paper
/// does: a step of a run needs those before it, and the result is as minimal without.
///
/// An element may have a cause, an earlier element without which it cannot occur: removing the cause removes both.
///
/// **Cost.** No part is tested twice. If k of n elements matter, about 2k × log2(n) tests; n² in the worst case.
package struct DeltaDebugging: Sendable {
    /// The answer of a test on a part of the list.
    package enum Answer: Equatable, Sendable {
        /// The part fails at this element, so that the elements after it do not matter.
        case bad(last: Int)
        case good
        case cannotTell
    }

    /// The elements that have a cause, in order, with their causes.
    private let caused: [(element: Int, cause: Int)]
    /// The smallest part that is known to fail; all elements at the beginning.
    package private(set) var kept: RangeSet<Int>
    /// The parts that did not fail.
    private var tested: Set<RangeSet<Int>> = []
    /// Those of them that could not be judged.
    private var unjudged: Set<RangeSet<Int>> = []

    /// The number of tests.
    package private(set) var probes = 0

    /// - Parameter causes: For each element, the index of its cause; nil for none. A cause comes before its effects.
    package init(causes: [Int?]) {
        caused = causes.indices.compactMap { element in causes[element].map { (element, $0) } }
        precondition(caused.allSatisfy { $0.cause < $0.element }, "a cause comes after its effect")
        kept = RangeSet(causes.indices)
    }

    /// Reduces `kept`.
    ///
    /// - Parameter test: Tests a part; nil ends the search. It is not called with the whole list, which must fail, or with a
    ///   part that it answered before.
    /// - Returns: The elements of `kept` without which, and what they caused, the test could not tell: none if `kept` is 1-minimal.
    ///   nil if the test ended the search.
    package mutating func minimize(_ test: (RangeSet<Int>) throws -> Answer?) rethrows -> [Int]? {
        var size = (count + 1) / 2
        while size > 0 {
            var isReduced = false
            let elements = kept.ranges.flatMap { Array($0) }
            // From the end: a later step depends on earlier ones more often than the other way around.
            for end in stride(from: elements.count, to: 0, by: -size) {
                let chunk = elements[max(0, end - size)]..<elements[end - 1] + 1
                guard kept.intersects(chunk) else { continue }
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

    /// The number of elements in `kept`.
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

extension RangeSet {
    fileprivate func intersects(_ range: Range<Bound>) -> Bool {
        ranges.contains { $0.overlaps(range) }
    }
}
