package import TimelineKit

extension JSON: Hashable {
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(ExactString(text))
        case .array(let elements): hasher.combine(elements)
        case .object(let object):
            // A sum, because equal objects may order their members differently.
            var sum = 0
            for member in object.members {
                var one = Hasher()
                one.combine(ExactString(member.key))
                one.combine(member.value)
                sum &+= one.finalize()
            }
            hasher.combine(sum)
        }
    }
}
