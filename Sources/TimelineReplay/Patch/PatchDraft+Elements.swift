internal import TimelineKit

extension PatchDraft {
    /// Above this product of the numbers of common elements, the longest common subsequence takes too long.
    private static let productLimit = 4_000_000

    mutating func changeElements(_ from: [TextValue], _ to: [TextValue]) {
        let limit = min(from.count, to.count)
        var start = 0
        while start < limit, from[start].hasText(of: to[start]) { start += 1 }
        var end = 0
        while end < limit - start, from[from.count - 1 - end].hasText(of: to[to.count - 1 - end]) { end += 1 }
        let (from, to) = (Array(from[start..<from.count - end]), Array(to[start..<to.count - end]))
        if let old = Identified(from), let new = Identified(to) {
            changeIdentified(old, new, start)
        } else {
            changeRun(from, to, start)
        }
    }

    private mutating func changeRun(_ from: [TextValue], _ to: [TextValue], _ start: Int) {
        var place = start
        var (old, new) = (0, 0)
        for pair in Self.commonElements(from, to) + [(from.count, to.count)] {
            while old < pair.0, new < pair.1 {
                change(from[old], to[new], at: .index(place))
                (old, new, place) = (old + 1, new + 1, place + 1)
            }
            while old < pair.0 {
                append(.remove(path: path(.index(place))), old: from[old])
                old += 1
            }
            while new < pair.1 {
                append(.add(path: path(.index(place)), value: to[new].value), length: to[new].length)
                (new, place) = (new + 1, place + 1)
            }
            (old, new, place) = (old + 1, new + 1, place + 1)
        }
    }

    /// None where `productLimit` is exceeded. Elements on one side only are left out first, so they cost one hash each.
    private static func commonElements(_ from: [TextValue], _ to: [TextValue]) -> [(Int, Int)] {
        // One element is compared with one other in any case.
        if from.isEmpty || to.isEmpty || from.count == 1 && to.count == 1 { return [] }
        let (from, to) = (from.map(\.value), to.map(\.value))
        var numbers = [JSON: Int](minimumCapacity: from.count)
        let old = from.map { value -> Int in
            let next = numbers.count
            if let known = numbers[value] { return known }
            numbers[value] = next
            return next
        }
        var isCommon = [Bool](repeating: false, count: numbers.count)
        let new = to.indices.compactMap { index in numbers[to[index]].map { (index: index, number: $0) } }
        for element in new { isCommon[element.number] = true }
        return commonElements(old.indices.compactMap { isCommon[old[$0]] ? (index: $0, number: old[$0]) : nil }, new)
    }

    private static func commonElements(
        _ old: [(index: Int, number: Int)], _ new: [(index: Int, number: Int)]
    ) -> [(Int, Int)] {
        let (product, overflows) = old.count.multipliedReportingOverflow(by: new.count)
        guard product > 0, !overflows, product <= productLimit else { return [] }
        // lengths[i * width + j]: the length of a longest common subsequence of old[i...] and new[j...].
        let width = new.count + 1
        var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                lengths[i * width + j] =
                    old[i].number == new[j].number
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (i, j) = (0, 0)
        while i < old.count, j < new.count {
            if old[i].number == new[j].number {
                pairs.append((old[i].index, new[j].index))
                (i, j) = (i + 1, j + 1)
            } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return pairs
    }

    // MARK: - Elements with an id

    private struct Identified {
        let elements: [TextValue]
        let ids: [JSON]
        let places: [JSON: Int]

        init?(_ elements: [TextValue]) {
            var ids: [JSON] = []
            var places: [JSON: Int] = [:]
            for (index, element) in elements.enumerated() {
                guard let id = element.member("id")?.value, id.string != nil || id.number != nil,
                    places.updateValue(index, forKey: id) == nil
                else { return nil }
                ids.append(id)
            }
            (self.elements, self.ids, self.places) = (elements, ids, places)
        }
    }

    private mutating func changeIdentified(_ old: Identified, _ new: Identified, _ start: Int) {
        // Each element is identified by its index in `new`.
        var kept: [Int] = []
        for (index, id) in old.ids.enumerated().reversed() {
            if let goal = new.places[id] {
                kept.append(goal)
            } else {
                append(.remove(path: path(.index(start + index))), old: old.elements[index])
            }
        }
        kept.reverse()
        arrange(kept, old, new, start)
        for (index, id) in new.ids.enumerated() {
            guard let was = old.places[id] else { continue }
            change(old.elements[was], new.elements[index], at: .index(start + index))
        }
    }

    /// Adds the elements missing from `order`, and moves those out of order to the index after their predecessor.
    private mutating func arrange(_ order: [Int], _ old: Identified, _ new: Identified, _ start: Int) {
        var slots = [Int?](repeating: nil, count: new.elements.count)
        for (slot, goal) in order.enumerated() { slots[goal] = slot }
        var isUnmoved = [Bool](repeating: false, count: new.elements.count)
        for goal in order.longestIncreasingSubsequence() { isUnmoved[goal] = true }
        // The elements of `order` that were not moved away, by slot.
        var waiting = RunningCounts(repeating: 1, count: order.count)
        // Those that were added or moved, by the number of slots before the place where they are now.
        var placed = RunningCounts(repeating: 0, count: order.count + 1)
        // The number of slots up to the last element that stays. Elements still to move may be on both sides of it.
        var end = 0
        for goal in new.elements.indices {
            if isUnmoved[goal], let slot = slots[goal] {
                end = slot + 1
                continue
            }
            if let slot = slots[goal] {
                let origin = waiting.sum(before: slot) + placed.sum(before: slot + 1)
                waiting.add(-1, at: slot)
                let place = waiting.sum(before: end) + placed.sum(before: order.count + 1)
                if origin != place {
                    append(
                        .move(from: path(.index(start + origin)), path: path(.index(start + place))),
                        oldIndex: old.places[new.ids[goal]].map { start + $0 }, newIndex: start + goal)
                }
            } else {
                let place = waiting.sum(before: end) + placed.sum(before: order.count + 1)
                append(
                    .add(path: path(.index(start + place)), value: new.elements[goal].value),
                    length: new.elements[goal].length, newIndex: start + goal)
            }
            placed.add(1, at: end)
        }
    }
}
