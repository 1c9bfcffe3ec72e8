/// The order of members: by the bytes of their keys, as Foundation's coders sort them.
extension JSONWriter {
    @inline(__always) func isAscending(_ a: Member, _ b: Member) -> Bool {
        if a.prefix != b.prefix { return a.prefix < b.prefix }
        return compareKeys(a, b) < 0
    }

    private func compareKeys(_ a: Member, _ b: Member) -> Int {
        if a.prefix != b.prefix { return a.prefix < b.prefix ? -1 : 1 }
        if a.keyIsEscaped || b.keyIsEscaped {
            let (one, other) = (key(of: a), key(of: b))
            return one.isExactly(other) ? 0 : one.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
        }
        let (one, other) = (buffer.base + a.start, buffer.base + b.start)
        // Without the quotes.
        for index in 1..<max(1, min(a.keyLength, b.keyLength) - 1) where one[index] != other[index] {
            return one[index] < other[index] ? -1 : 1
        }
        return a.keyLength - b.keyLength
    }

    func key(of member: Member) -> String {
        let inside = UnsafeBufferPointer(start: buffer.base + member.start + 1, count: member.keyLength - 2)
        return StringEscapes.text(of: inside, isPlain: !member.keyIsEscaped)
    }

    /// Of members with one key the last remains; in a dictionary, which has no last, the one with the greatest text.
    @inline(never) func sortMembers(of frame: Frame) {
        if memberCount &- frame.members <= Self.fewMembers, frame.elementsPerEntry == 0, sortFew(of: frame) { return }
        let sorting = order(from: frame.members)
        sorting.sortIndexes { isBefore($0, $1) }
        if frame.elementsPerEntry > 0 { sortSameKeys(sorting) }
        let start = members[frame.members].start
        let length = count - start
        // The sorted members are first written behind the others. Only merged members get longer.
        buffer.reserve(length + 1)
        let end = count
        var merged: JSON?
        for (position, index) in sorting.enumerated() {
            if position + 1 < sorting.count, isSameKey(index, sorting[position + 1]) {
                merged = merge(merged ?? value(of: index, end), sorting[position + 1], end)
                continue
            }
            if count > end { buffer.append(byte: UInt8(ascii: ",")) }
            var whole = range(of: index, end)
            if merged != nil { whole = whole.prefix(members[index].keyLength + 1) }
            // Before the pointer is taken, since the memory may move.
            buffer.reserve(whole.count)
            (buffer.base + count).update(from: buffer.base + whole.lowerBound, count: whole.count)
            buffer.count &+= whole.count
            if let value = merged { value.text.withUnsafeBufferPointer { buffer.append($0) } }
            merged = nil
        }
        let sorted = count - end
        (buffer.base + start).update(from: buffer.base + end, count: sorted)
        buffer.count = start + sorted
    }

    @inline(__always) private func isSameKey(_ one: Int, _ other: Int) -> Bool {
        members[one].prefix == members[other].prefix && compareKeys(members[one], members[other]) == 0
    }

    /// Different keys of a dictionary may have the same coding key.
    private func sortSameKeys(_ sorting: UnsafeMutableBufferPointer<Int>) {
        var first = 0
        while first < sorting.count {
            let next = sorting[first...].firstIndex { !isSameKey(sorting[first], $0) } ?? sorting.count
            if next - first > 1 {
                UnsafeMutableBufferPointer(rebasing: sorting[first..<next]).sortIndexes {
                    buffer.bytes[range(of: $0, count)].lexicographicallyPrecedes(buffer.bytes[range(of: $1, count)])
                }
            }
            first = next
        }
    }

    /// False, and no change, if two keys are equal. An insertion sort that begins with the order of the last object of as many members.
    @inline(__always) private func sortFew(of frame: Frame) -> Bool {
        let length = memberCount &- frame.members
        let order = order(ofFew: length)
        for position in 1..<length {
            let index = order[position]
            var hole = position
            while hole > 0 {
                let before = order[hole &- 1]
                let (one, other) = (members[frame.members &+ Int(before)], members[frame.members &+ Int(index)])
                if one.prefix < other.prefix { break }
                if one.prefix == other.prefix {
                    let difference = compareKeys(one, other)
                    if difference < 0 { break }
                    // Any sort compares neighbors, so it finds members with the same key.
                    if difference == 0 {
                        order[hole] = index
                        return false
                    }
                }
                order[hole] = before
                hole &-= 1
            }
            order[hole] = index
        }
        var first = 0
        while order[first] == first { first &+= 1 }
        arrange(order, first..<length, of: frame)
        return true
    }

    @inline(__always)
    private func arrange(_ order: UnsafeMutablePointer<UInt8>, _ positions: Range<Int>, of frame: Frame) {
        let start = members[frame.members &+ positions.lowerBound].start
        let end = count
        // A large member moves once. The others are first written behind the last.
        var large = -1
        var place = 0
        for position in positions {
            let whole = range(of: frame.members &+ Int(order[position]), end)
            if whole.count > 1 << 10, 2 &* whole.count > end &- start {
                large = position
                place = count &- end
            } else {
                buffer.append(copyOf: whole)
                buffer.append(byte: UInt8(ascii: ","))
            }
        }
        var target = start
        var source = end
        if large >= 0 {
            let whole = range(of: frame.members &+ Int(order[large]), end)
            target = start &+ place &+ whole.count
            (buffer.base + (start &+ place)).update(from: buffer.base + whole.lowerBound, count: whole.count)
            (buffer.base + start).update(from: buffer.base + end, count: place)
            source = end &+ place
            if target < end {
                buffer.base[target] = UInt8(ascii: ",")
                target &+= 1
            }
        }
        // Without the last comma.
        (buffer.base + target).update(from: buffer.base + source, count: end &- target)
        buffer.count = end
    }

    @inline(__always) private func isBefore(_ one: Int, _ other: Int) -> Bool {
        if members[one].prefix != members[other].prefix { return members[one].prefix < members[other].prefix }
        let order = compareKeys(members[one], members[other])
        return order == 0 ? one < other : order < 0
    }

    @inline(__always) private func range(of index: Int, _ end: Int) -> Range<Int> {
        members[index].start..<(index + 1 < memberCount ? members[index + 1].start - 1 : end)
    }

    private func value(of index: Int, _ end: Int) -> JSON? {
        guard members[index].isNested else { return nil }
        let whole = range(of: index, end)
        return try? JSON(parsing: buffer.bytes[whole.lowerBound + members[index].keyLength + 1..<whole.upperBound])
    }

    /// A container that was opened twice for one key has the members or elements of both.
    private func merge(_ earlier: JSON?, _ later: Int, _ end: Int) -> JSON? {
        switch (earlier, value(of: later, end)) {
        case (.array(let one)?, .array(let other)?): return .array(one + other)
        case (.object(var one)?, .object(let other)?):
            for member in other.members { one[member.key] = member.value }
            return .object(JSONObject(one.members.sortedByKey()))
        default: return nil
        }
    }
}
