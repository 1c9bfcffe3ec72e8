package import TimelineKit
internal import TimelineReplay

extension LearnedConditions {
    /// What so few cases share may be chance.
    private static var leastShown: Int { 5 }

    /// The Swift of a `Program.isPossible` that allows what recordings show of when users act.
    package func isPossible<P: Program>(in corpus: Corpus<P>) -> String {
        var cases: [String] = []
        for (type, name) in types.enumerated() {
            guard let learned = actions[type], let example = corpus.example(ofUsers: type) else { continue }
            var pattern = ActionPattern(example, of: name)
            if learned.count < Self.leastShown {
                cases.append(
                    "    // \(pattern.text): seen \(learned.count == 1 ? "once" : "\(learned.count) times"), too few to tell."
                )
                continue
            }
            let found = facts(of: learned) + relations(of: learned, &pattern)
            if found.isEmpty { continue }
            cases.append("    case \(pattern.text):")
            cases += found.compactMap(\.self).map { one in
                "        guard \(one) else { return false }  // in all \(learned.count)"
            }
            let others = found.count { $0 == nil }
            if others > 0 { cases.append("        // And \(others) more that have no short form.") }
            cases.append("        return true")
        }
        let body =
            cases.isEmpty ? ["    true"] : ["    switch action {"] + cases + ["    default: return true", "    }"]
        return """
            // What \(corpus.count == 1 ? "1 recording shows" : "\(corpus.count) recordings show") of when users act. \
            Keep what the app ensures.
            func isPossible(_ action: \(P.Action.self), in state: \(P.State.self)) -> Bool {
            \(body.joined(separator: "\n"))
            }
            """
    }

    private func name(_ path: UInt64) -> String { names[path] ?? "" }

    /// Not what another one says, such as of a member of what is nil. Each is nil where it has no short form.
    private func facts(of learned: Actions) -> [String?] {
        let facts = learned.facts.sorted {
            (name($0.path), $0.traits.rawValue, $0.mode.map { text(of: $0) } ?? "")
                < (name($1.path), $1.traits.rawValue, $1.mode.map { text(of: $0) } ?? "")
        }
        let absent = facts.filter { $0.traits == .isNil && $0.mode == nil }.map { "\(name($0.path))." }
        return facts.filter { fact in
            let others = facts.filter { $0.path == fact.path && $0.mode == fact.mode }
            return switch fact.traits {
            case .isSet: others.count == 1
            case .isFull, .isNotZero: !others.contains { $0.least != nil || $0.texts != nil }
            case .isNil: !absent.contains(where: name(fact.path).hasPrefix)
            default: true
            }
        }.map { swift($0) }
    }

    /// An equal value says more than others of its field.
    private func relations(of learned: Actions, _ pattern: inout ActionPattern) -> [String?] {
        let equal = Set(learned.relations.filter { $0.kind == .equal }.map(\.field))
        return learned.relations.filter { $0.kind == .equal || !equal.contains($0.field) }
            .sorted { (name($0.field), name($0.path)) < (name($1.field), name($1.path)) }
            .map { swift($0, &pattern) }
    }

    private func number(_ path: UInt64) -> String {
        "state\(name(path))" + (names.values.contains("\(name(path))[*]") ? ".count" : "")
    }

    private func swift(_ fact: Fact) -> String? {
        if let mode = fact.mode {
            guard isSwift(name(mode.path)), mode.number >= 0 || names[mode.hash] != nil else { return nil }
            var other = fact
            other.mode = nil
            return swift(other).map { "state\(name(mode.path)) != \(text(of: mode)) || \($0)" }
        }
        guard isSwift(name(fact.path)) else { return nil }
        if let least = fact.least { return "\(number(fact.path)) >= \(least)" }
        if let most = fact.most { return "\(number(fact.path)) <= \(most)" }
        let value = "state\(name(fact.path))"
        if let hashes = fact.texts {
            let texts = hashes.compactMap { names[$0] }.sorted()
            let prefix = fact.mayBeEmpty == true ? "\(value).isEmpty || " : ""
            return texts.count < hashes.count ? nil : "\(prefix)[\(texts.joined(separator: ", "))].contains(\(value))"
        }
        return switch fact.traits {
        case .isNil: "\(value) == nil"
        case .isSet: "\(value) != nil"
        case .isTrue: value
        case .isFalse: "!\(value)"
        case .isEmpty: "\(value).isEmpty"
        case .isFull: "!\(value).isEmpty"
        case .isZero: "\(value) == 0"
        default: "\(value) != 0"
        }
    }

    private func swift(_ relation: Relation, _ pattern: inout ActionPattern) -> String? {
        let parts = name(relation.path).split(separator: "[*]", omittingEmptySubsequences: false).map(String.init)
        let isElement = relation.kind == .element || relation.kind == .noElement
        guard !relation.kind.isOfText, parts.count == (isElement ? 2 : 1), parts.allSatisfy(isSwift),
            let field = pattern.bind(name(relation.field))
        else { return nil }
        let value = "state\(parts[0])"
        let contains =
            isElement && parts[1] != ""
            ? "\(value).contains { $0\(parts[1]) == \(field) }" : "\(value).contains(\(field))"
        return switch relation.kind {
        case .element: contains
        case .noElement: "!\(contains)"
        case .index: "\(value).indices.contains(\(field))"
        case .atMost: "\(field) <= \(number(relation.path))"
        case .atLeast: "\(field) >= \(number(relation.path))"
        case .near: "abs(\(field) - \(number(relation.path))) <= 1"
        default: "\(field) == \(value)"
        }
    }

    /// Not a key of a dictionary.
    private func isSwift(_ path: String) -> Bool {
        path.split(separator: ".").allSatisfy { part in
            part.first?.isNumber == false && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        }
    }
}

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
