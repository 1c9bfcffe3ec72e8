internal import TimelineKit

/// The values of the fields of recorded user actions.
struct FieldValues<P: Program>: Sendable {
    private static var textLimit: Int { 10_000 }
    private static var valueLimit: Int { 32 }

    /// By the name of the field, and by the kind of value.
    private var values: [String: [JSON]] = [:]

    init(_ corpus: Corpus<P>) {
        for index in corpus.free.joined().prefix(Self.textLimit) {
            for leaf in Self.leaves(of: corpus.steps[index].text.value) {
                for name in [leaf.name, leaf.value.kind] {
                    var known = values[name] ?? []
                    if known.count < Self.valueLimit, !known.contains(leaf.value) { known.append(leaf.value) }
                    values[name] = known
                }
            }
        }
    }

    /// nil if the action has no field, or none with another value.
    func changed(_ action: JSONText, boundary: Bool, _ numbers: inout SearchNumbers) -> JSONText? {
        let value = action.value
        let leaves = Self.leaves(of: value)
        guard !leaves.isEmpty else { return nil }
        let leaf = leaves[numbers.next(below: leaves.count)]
        let name = numbers.happens(1, in: 2) ? leaf.name : leaf.value.kind
        let others = (boundary ? Self.boundaries(of: leaf.value) : values[name] ?? []).filter { $0 != leaf.value }
        guard !others.isEmpty else { return nil }
        return JSONText(Self.replacing(value, at: leaf.place[...], with: others[numbers.next(below: others.count)]))
    }

    private static func boundaries(of value: JSON) -> [JSON] {
        switch value {
        case .number: [0, -1, 1, 2_147_483_647]
        case .string: ["", " ", .string(String(repeating: "long ", count: 200)), "Ünïcødé 日本語 👩‍👩‍👧"]
        case .bool(let isTrue): [.bool(!isTrue)]
        case .array(let elements): elements.isEmpty ? [] : [[]]
        case .null, .object: []
        }
    }

    private typealias Leaf = (place: [Int], name: String, value: JSON)

    private static func leaves(of value: JSON, _ place: [Int] = [], name: String = "") -> [Leaf] {
        switch value {
        case .object(let object):
            object.members.enumerated().flatMap {
                leaves(of: $1.value, place + [$0], name: $1.key == "_0" ? name : $1.key)
            }
        case .array(let elements):
            [(place, name, value)]
                + elements.enumerated().flatMap { leaves(of: $1, place + [$0], name: name) }
        case .null: []
        case .bool, .number, .string: [(place, name, value)]
        }
    }

    private static func replacing(_ value: JSON, at place: ArraySlice<Int>, with new: JSON) -> JSON {
        guard let index = place.first else { return new }
        switch value {
        case .object(let object):
            var members = object.members
            members[index].value = replacing(members[index].value, at: place.dropFirst(), with: new)
            return .object(JSONObject(members))
        case .array(var elements):
            elements[index] = replacing(elements[index], at: place.dropFirst(), with: new)
            return .array(elements)
        default: return value
        }
    }
}
