internal import TimelineJSON
internal import TimelineJournal

/// The keys of all dictionaries in a value: names of members in its JSON that are values themselves.
///
/// JSON does not tell them from the names of properties. Costs a walk over the value by its mirrors.
struct DictionaryNames {
    private var texts: Set<ExactString> = []
    private var numbers: Set<ExactString> = []

    init(in value: Any) { collect(value) }

    /// What stands for a name: itself, where it is that of a property.
    func pseudonym(of name: String, _ pseudonyms: Pseudonyms) -> String {
        let exact = ExactString(name)
        if texts.contains(exact) { return pseudonyms.of(name) }
        // A dictionary by number reads nothing but numbers back.
        if numbers.contains(exact), let number = Int(name) { return "\(pseudonyms.of(.number(JSONNumber(number))))" }
        return name
    }

    private mutating func collect(_ value: Any) {
        switch value {
        case is String, is Bool, is any Numeric: return
        case let hidden as any HoldsHiddenValue: return collect(hidden.hiddenValue)
        default: break
        }
        let mirror = Mirror(reflecting: value)
        for child in mirror.children {
            guard mirror.displayStyle == .dictionary else {
                collect(child.value)
                continue
            }
            let pair = Mirror(reflecting: child.value).children.map(\.value)
            switch pair.first {
            case let number as Int: numbers.insert(ExactString(String(number)))
            case let text as String: texts.insert(ExactString(text))
            case let key as any CodingKeyRepresentable: texts.insert(ExactString(key.codingKey.stringValue))
            default: pair.first.map { collect($0) }
            }
            pair.dropFirst().forEach { collect($0) }
        }
        // What a class inherits.
        var parent = mirror.superclassMirror
        while let mirror = parent {
            for child in mirror.children { collect(child.value) }
            parent = mirror.superclassMirror
        }
    }
}

/// What shows no value in its mirror, and has one.
protocol HoldsHiddenValue {
    var hiddenValue: Any { get }
}
