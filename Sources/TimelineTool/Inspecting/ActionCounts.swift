internal import TimelineJSON
internal import TimelineJournal

/// How often each action occurs in a recording, by name. Pure: lines in, counts out.
///
/// The name of an action is the only key of its object, as Swift codes the case of an enum and a recording of many action
/// types its tags, or the string that it is. Memory is bounded: after `nameLimit` names no other is told apart.
struct ActionCounts {
    /// How many names are told apart, and how many bytes each has at most.
    static let nameLimit = 4096
    static let lengthLimit = 128

    /// Actions that have no name: objects of several keys, numbers, arrays.
    private(set) var unnamed = 0
    /// Actions whose names are not told apart: too long, or after `nameLimit` others.
    private(set) var others = 0
    /// In the order of their first occurrence, one behind the other.
    private var letters: [UInt8] = []
    /// For each name, where it begins among the letters and how often it occurs.
    private var names: [(start: Int, count: Int)] = []
    /// The index of each name.
    private var indices: [[UInt8]: Int] = [:]
    /// The index of the name that was last seen in each slot, so that common names are found without hashing.
    /// A power of two.
    private var recent = [Int](repeating: -1, count: 64)

    mutating func take(_ line: Line) {
        guard case .step(let step) = line, case .action(let text) = step.change else { return }
        text.withBytes { bytes in
            guard let range = ActionName.range(in: bytes) else { return unnamed += 1 }
            take(UnsafeBufferPointer(rebasing: bytes[range]))
        }
    }

    private mutating func take(_ name: UnsafeBufferPointer<UInt8>) {
        guard name.count <= Self.lengthLimit else { return others += 1 }
        let slot = (Int(name.last ?? 0) &* 7 &+ Int(name.first ?? 0) &+ name.count) & (recent.count - 1)
        let index = recent[slot]
        if index >= 0, isName(index, name) { return names[index].count += 1 }
        let bytes = Array(name)
        if let index = indices[bytes] {
            recent[slot] = index
            names[index].count += 1
        } else if names.count < Self.nameLimit {
            recent[slot] = names.count
            indices[bytes] = names.count
            names.append((letters.count, 1))
            letters += bytes
        } else {
            others += 1
        }
    }

    private func range(_ index: Int) -> Range<Int> {
        names[index].start..<(index + 1 < names.count ? names[index + 1].start : letters.count)
    }

    private func isName(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = range(index)
        guard range.count == name.count else { return false }
        return letters.withUnsafeBufferPointer { letters in
            var place = 0
            while place < name.count, letters[range.lowerBound &+ place] == name[place] { place &+= 1 }
            return place == name.count
        }
    }

    /// The names, the most frequent first; those that are equally frequent by name. A name that is nil stands for the
    /// actions without one.
    var sorted: [(name: String?, count: Int)] {
        var rows = names.indices.map { index in
            (name: Optional(ActionName.text(Array(letters[range(index)]))), count: names[index].count)
        }
        if unnamed > 0 { rows.append((nil, unnamed)) }
        return rows.sorted { $0.count != $1.count ? $0.count > $1.count : $0.name ?? "" < $1.name ?? "" }
    }
}
