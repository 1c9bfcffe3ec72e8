/// *ddmin* of Zeller and Hildebrandt (IEEE Transactions on Software Engineering 28(2), 2002) without trying a small chunk on its
/// own: a step needs those before it. Pure. If k of n elements matter, about 2k × log2(n) tests; n² in the worst case.
package struct DeltaDebugging: Sendable {
    package enum Answer: Equatable, Sendable {
        /// The elements after this one do not matter.
        case bad(last: Int)
        case good
        case cannotTell
    }

    private let causes: [Int?]
    private let answers: [Int: [[Int]]]
    package private(set) var kept: RangeSet<Int>
    private var tested: Set<RangeSet<Int>> = []
    private var unjudged: Set<RangeSet<Int>> = []

    /// - Parameter kinds: Of the elements: of those of one kind and one cause, the first ones stay, and at least one, if the cause does. nil
    ///   where any may be left out.
    package init<Kind: Hashable>(causes: [Int?], kinds: [Kind]? = nil as [Int]?) {
        self.causes = causes
        precondition(causes.indices.allSatisfy { causes[$0] ?? -1 < $0 }, "a cause comes after its effect")
        kept = RangeSet(causes.indices)
        var answers: [Int: [Kind: [Int]]] = [:]
        for (element, kind) in (kinds ?? []).enumerated() {
            if let cause = causes[element] { answers[cause, default: [:]][kind, default: []].append(element) }
        }
        self.answers = answers.mapValues { Array($0.values) }
    }

    package mutating func minimize(_ test: (RangeSet<Int>) throws -> Answer) rethrows -> [Int] {
        var size = (count + 1) / 2
        while size > 0 {
            var isReduced = false
            let elements = kept.ranges.flatMap { Array($0) }
            // From the end: a later step depends on earlier ones more often than the other way around.
            for end in stride(from: elements.count, to: 0, by: -size) {
                let chunk = elements[max(0, end - size)]..<elements[end - 1] + 1
                guard kept.ranges.contains(where: { $0.overlaps(chunk) }) else { continue }
                let part = closed(kept.subtracting(RangeSet(chunk)))
                if part == kept || tested.contains(part) { continue }
                let answer = try test(part)
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

    /// The part without the elements whose cause is not in it, and with those that their cause requires.
    package func closed(_ part: RangeSet<Int>) -> RangeSet<Int> {
        var part = part
        for (element, cause) in causes.enumerated() where part.contains(element) || answers[element] != nil {
            if let cause, !part.contains(cause) { part.remove(contentsOf: element..<element + 1) }
            guard part.contains(element) else { continue }
            for all in answers[element] ?? [] {
                let all = all.filter(kept.contains)
                let count = max(1, all.prefix(while: part.contains).count)
                for answer in all.prefix(count) { part.insert(contentsOf: answer..<answer + 1) }
                for answer in all.dropFirst(count) { part.remove(contentsOf: answer..<answer + 1) }
            }
        }
        return part
    }
}
