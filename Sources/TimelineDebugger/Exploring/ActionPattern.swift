internal import TimelineKit
internal import TimelineReplay

/// The Swift pattern of an action of an enumeration, from how one is encoded: `.screen(id: _, action: .rowTapped(let value))`.
struct ActionPattern {
    private struct Value {
        let label: String
        /// Such as `.screen.id`, as in the names of paths.
        let path: String
        var name: String?
    }

    /// The outermost first: each is the last value of the one before.
    private var cases: [(name: String, values: [Value])] = []

    init(_ action: JSONText, of type: String) {
        var value: JSON? = action.value
        var path = ""
        for name in type.split(separator: ActionLabel.separator).map(String.init) {
            let members = value?.object?[name]?.object
            if !cases.isEmpty, members == nil, value?.string != name { break }
            path += ".\(name)"
            let values = (members?.members ?? []).map { member in
                Value(label: member.key, path: member.key == "_0" ? path : "\(path).\(member.key)")
            }
            // A recording has them in the order of their names.
            cases.append((name, values.filter { $0.label != "action" } + values.filter { $0.label == "action" }))
            // Of a binding, the name has a field, which is no case.
            if name == "binding" { break }
            value = members?["action"] ?? members?["_0"]
            if members?["action"] != nil { path += ".action" }
        }
    }

    /// A variable for a value, which the pattern binds from now on, and what follows it in a path; nil if the action has no such value.
    mutating func bind(_ path: String) -> String? {
        for (index, one) in cases.enumerated().reversed() {
            for (place, value) in one.values.enumerated() where path == value.path || path.hasPrefix("\(value.path).") {
                let label = value.label == "_0" ? "value" : value.label
                let taken = cases.flatMap(\.values).count { $0.name?.hasPrefix(label) == true }
                let name = value.name ?? (taken == 0 ? label : "\(label)\(taken + 1)")
                cases[index].values[place].name = name
                return name + path.dropFirst(value.path.count)
            }
        }
        return nil
    }

    var text: String {
        cases.enumerated().reversed().reduce("") { inner, one in
            let values = one.element.values.enumerated().map { index, value in
                let isNested = !inner.isEmpty && index == one.element.values.count - 1
                let pattern = isNested ? inner : value.name.map { "let \($0)" } ?? "_"
                return (value.label == "_0" ? "" : "\(value.label): ") + pattern
            }
            return ".\(one.element.name)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
        }
    }
}
