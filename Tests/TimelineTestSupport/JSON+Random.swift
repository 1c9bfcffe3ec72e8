package import TimelineKit

extension JSON {
    /// A random value from a small vocabulary, so that two values share parts.
    package static func random(depth: Int, using seed: inout Seed) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &seed) {
        case 0: return .null
        case 1: return .bool(.random(using: &seed))
        case 2, 3: return .number(JSONNumber(Int.random(in: -2...5, using: &seed)))
        case 4:
            return .string(
                ["", "a", "é", "e\u{301}", "~/'\"\\\n", "a longer text than the others"].randomElement(using: &seed)
                    ?? "")
        case 5:
            return .number(
                JSONNumber(unchecked: ["1.0", "1", "10e-1", "-0", "1e400", "0.5"].randomElement(using: &seed) ?? "0"))
        case 6, 7:
            return .array((0..<Int.random(in: 0...6, using: &seed)).map { _ in random(depth: depth - 1, using: &seed) })
        case 8:
            // Elements with an id, in random order.
            let ids = (1...8).shuffled(using: &seed).prefix(Int.random(in: 0...8, using: &seed))
            return .array(
                ids.map { id in
                    ["id": .number(JSONNumber(id)), "value": random(depth: depth - 1, using: &seed)]
                })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0...(depth == 3 ? 24 : 5), using: &seed) {
                let key = ["a", "b", "c", "é", "e\u{301}", "a/b", "m~n", "", "0"].randomElement(using: &seed) ?? ""
                object[key + String(repeating: "x", count: .random(in: 0...2, using: &seed))] = random(
                    depth: depth - 1, using: &seed)
            }
            return .object(object)
        }
    }

    /// This value with a few random changes.
    package func changed(using seed: inout Seed) -> JSON {
        switch self {
        case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<8, using: &seed) > 0:
            let index = elements.indices.randomElement(using: &seed) ?? 0
            switch Int.random(in: 0..<5, using: &seed) {
            case 0: elements.remove(at: index)
            case 1: elements.insert(.random(depth: 1, using: &seed), at: index)
            case 2: elements.swapAt(index, 0)
            case 3: elements.shuffle(using: &seed)
            default: elements[index] = elements[index].changed(using: &seed)
            }
            return .array(elements)
        case .object(var object) where !object.isEmpty && Int.random(in: 0..<8, using: &seed) > 0:
            for member in object.members where Int.random(in: 0..<3, using: &seed) == 0 {
                let goes = Bool.random(using: &seed)
                object[member.key] = goes ? JSON?.none : member.value.changed(using: &seed)
            }
            return .object(object)
        default: return .random(depth: 2, using: &seed)
        }
    }
}

extension JSON {
    /// The same value with the members of objects in random order.
    package func shuffled(using seed: inout Seed) -> JSON {
        switch self {
        case .array(let elements): return .array(elements.map { $0.shuffled(using: &seed) })
        case .object(let object):
            let members = object.members.shuffled(using: &seed)
            return .object(JSONObject(members.map { .init(key: $0.key, value: $0.value.shuffled(using: &seed)) }))
        default: return self
        }
    }
}
