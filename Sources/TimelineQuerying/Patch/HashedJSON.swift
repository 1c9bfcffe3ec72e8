internal import TimelineJSON

/// A value with its hash, computed once, so that equal values among many are found quickly.
struct HashedJSON: Hashable {
    let value: JSON
    private let hash: Int

    init(_ value: JSON) {
        self.value = value
        hash = Self.hash(of: value)
    }

    static func == (one: HashedJSON, other: HashedJSON) -> Bool {
        one.hash == other.hash && one.value == other.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    private static func hash(of value: JSON) -> Int {
        var hasher = Hasher()
        switch value {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(ExactString(text))
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements { hasher.combine(hash(of: element)) }
        case .object(let object):
            // A sum, because equal objects may order their members differently.
            var sum = 0
            for member in object.members {
                var one = Hasher()
                one.combine(ExactString(member.key))
                one.combine(hash(of: member.value))
                sum &+= one.finalize()
            }
            hasher.combine(sum)
        }
        return hasher.finalize()
    }
}
