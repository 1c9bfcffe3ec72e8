internal import TimelineJSON

extension PatchDraft {
    /// Above this product of the lengths of the changed runs, elements are compared index by index.
    private static let productLimit = 4_000_000

    mutating func changeElements(_ from: [JSON], _ to: [JSON]) {
        if let old = Identified(from), let new = Identified(to) {
            changeIdentified(old, new)
            return
        }
        let start = zip(from, to).prefix { $0 == $1 }.count
        let same = zip(from[start...].reversed(), to[start...].reversed()).prefix { $0 == $1 }.count
        changeRun(Array(from[start..<from.count - same]), Array(to[start..<to.count - same]), start: start)
    }

    /// Changes a run of elements from index `start`, of which neither the first nor the last are equal.
    private mutating func changeRun(_ from: [JSON], _ to: [JSON], start: Int) {
        var place = start
        var (old, new) = (0, 0)
        for pair in Self.commonElements(from, to) + [(from.count, to.count)] {
            // Elements between two common ones are changed in pairs; the rest of the longer side is removed or added.
            while old < pair.0, new < pair.1 {
                change(from[old], to[new], at: path.appending(place))
                (old, new, place) = (old + 1, new + 1, place + 1)
            }
            while old < pair.0 {
                append(.remove(path: path.appending(place)))
                old += 1
            }
            while new < pair.1 {
                append(.add(path: path.appending(place), value: to[new]))
                (new, place) = (new + 1, place + 1)
            }
            (old, new, place) = (old + 1, new + 1, place + 1)
        }
    }

    /// The indices of a longest common subsequence, in order; none where `productLimit` is exceeded.
    private static func commonElements(_ from: [JSON], _ to: [JSON]) -> [(Int, Int)] {
        let (product, overflows) = from.count.multipliedReportingOverflow(by: to.count)
        guard product > 0, !overflows, product <= productLimit else { return [] }
        var numbers = [JSON: Int](minimumCapacity: from.count + to.count)
        func number(_ value: JSON) -> Int {
            let next = numbers.count
            if let known = numbers[value] { return known }
            numbers[value] = next
            return next
        }
        let old = from.map(number)
        let new = to.map(number)
        // lengths[i * width + j]: the length of a longest common subsequence of old[i...] and new[j...].
        let width = new.count + 1
        var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                lengths[i * width + j] =
                    old[i] == new[j]
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (i, j) = (0, 0)
        while i < old.count, j < new.count {
            if old[i] == new[j] {
                pairs.append((i, j))
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

    /// An array whose elements are objects, each with a unique `id`.
    private struct Identified {
        let elements: [JSON]
        let ids: [JSON]
        let places: [JSON: Int]

        init?(_ elements: [JSON]) {
            var ids: [JSON] = []
            var places: [JSON: Int] = [:]
            for (index, element) in elements.enumerated() {
                guard let id = element.object?["id"], id.string != nil || id.number != nil else { return nil }
                guard places.updateValue(index, forKey: id) == nil else { return nil }
                ids.append(id)
            }
            self.elements = elements
            self.ids = ids
            self.places = places
        }
    }

    private mutating func changeIdentified(_ old: Identified, _ new: Identified) {
        // Each element is identified by its index in `new`.
        var kept: [Int] = []
        for (index, id) in old.ids.enumerated().reversed() {
            if let goal = new.places[id] {
                kept.append(goal)
            } else {
                append(.remove(path: path.appending(index)))
            }
        }
        kept.reverse()
        arrange(kept, new)
        for (index, id) in new.ids.enumerated() {
            guard let was = old.places[id] else { continue }
            change(old.elements[was], new.elements[index], at: path.appending(index))
        }
    }

    /// Adds the elements missing from `order`, and moves those out of order to the index after their predecessor.
    private mutating func arrange(_ order: [Int], _ new: Identified) {
        var order = order
        let present = Set(order)
        let unmoved = Set(Self.longestIncrease(of: order))
        // The index after the last arranged element. Elements still to move may be on both sides of it.
        var place = 0
        for goal in new.elements.indices {
            if unmoved.contains(goal) {
                while order[place] != goal { place += 1 }
                place += 1
            } else if present.contains(goal) {
                guard let origin = order.firstIndex(of: goal) else { continue }
                order.remove(at: origin)
                if origin < place { place -= 1 }
                order.insert(goal, at: place)
                if origin != place {
                    append(.move(from: path.appending(origin), path: path.appending(place)))
                }
                place += 1
            } else {
                order.insert(goal, at: place)
                append(.add(path: path.appending(place), value: new.elements[goal]))
                place += 1
            }
        }
    }

    /// The members of a longest increasing subsequence.
    private static func longestIncrease(of values: [Int]) -> [Int] {
        // tails[k]: the index of the smallest value that ends an increasing subsequence of length k + 1.
        var tails: [Int] = []
        var previous = [Int?](repeating: nil, count: values.count)
        for (index, value) in values.enumerated() {
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? tails[low - 1] : nil
            if low < tails.count { tails[low] = index } else { tails.append(index) }
        }
        var increase: [Int] = []
        var index = tails.last
        while let found = index {
            increase.append(values[found])
            index = previous[found]
        }
        return increase.reversed()
    }
}
