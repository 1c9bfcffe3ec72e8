internal import TimelineKit
internal import TimelineReplay

/// The values of the fields of recorded user actions.
struct FieldValues<P: Program>: Sendable {
    private static var textLimit: Int { 10_000 }
    private static var valueLimit: Int { 32 }

    /// By the name of the field, and by the kind of value.
    private var values: [String: [JSON]] = [:]

    init(_ corpus: Corpus<P>) {
        for index in corpus.free.joined().prefix(Self.textLimit) {
            for field in Self.fields(of: corpus.steps[index].text.value) {
                for name in [field.name, field.value.kind] {
                    var known = values[name] ?? []
                    if known.count < Self.valueLimit, !known.contains(field.value) { known.append(field.value) }
                    values[name] = known
                }
            }
        }
    }

    /// nil if the action has no field, or none with another value.
    func changed(_ action: JSONText, boundary: Bool, _ numbers: inout SearchNumbers) -> JSONText? {
        let value = action.value
        let fields = Self.fields(of: value)
        guard !fields.isEmpty else { return nil }
        let field = fields[numbers.next(below: fields.count)]
        let name = numbers.happens(1, in: 2) ? field.name : field.value.kind
        let others = (boundary ? Self.boundaries(of: field.value) : values[name] ?? []).filter { $0 != field.value }
        guard !others.isEmpty else { return nil }
        let change = JSONPatch.Operation.replace(path: field.place, value: others[numbers.next(below: others.count)])
        return (try? JSONPatch([change]).apply(to: value)).map { JSONText($0) }
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

    private typealias Field = (place: JSONPointer, name: String, value: JSON)

    /// Arrays are values of a field, too. The elements of an array have its name, and so has a value without a label.
    private static func fields(of value: JSON) -> [Field] {
        value.values().compactMap { place, value in
            if value == .null || value.object != nil { return nil }
            let names = place.steps.compactMap { if case .name(let name) = $0, name != "_0" { name } else { nil } }
            return (place.pointer, names.last ?? "", value)
        }
    }
}
