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
        let sorting = order(from: frame.members)
        if sorting.count <= Self.fewMembers { sortFew(sorting) } else { sorting.sortIndexes { isBefore($0, $1) } }
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
            buffer.append(copyOf: whole)
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

    /// An insertion sort: most objects have few members.
    @inline(__always) private func sortFew(_ order: UnsafeMutableBufferPointer<Int>) {
        for position in 1..<order.count {
            let index = order[position]
            var hole = position
            while hole > 0, isBefore(index, order[hole &- 1]) {
                order[hole] = order[hole &- 1]
                hole &-= 1
            }
            order[hole] = index
        }
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
