internal import TimelineJSON
internal import TimelineJournal

/// The keys of all dictionaries in a value, found by reflection: JSON does not distinguish them from the names of properties.
struct DictionaryKeys {
    private var texts: Set<ExactString> = []
    private var numbers: Set<ExactString> = []

    init(in value: Any) { collect(value) }

    /// The name itself if a property has it.
    func pseudonym(of name: String, _ pseudonyms: Pseudonyms) -> String {
        let exact = ExactString(name)
        if texts.contains(exact) { return pseudonyms.of(name) }
        // A dictionary with integer keys decodes only integers.
        if numbers.contains(exact), let number = Int(name) { return "\(pseudonyms.of(.number(JSONNumber(number))))" }
        return name
    }

    private mutating func collect(_ value: Any) {
        switch value {
        case is String, is Bool, is any Numeric: return
        case let hidden as any HiddenValueContainer: return collect(hidden.hiddenValue)
        default: break
        }
        // A mirror and those of the superclasses.
        for mirror in sequence(first: Mirror(reflecting: value), next: \.superclassMirror) {
            let isDictionary = mirror.displayStyle == .dictionary
            for child in mirror.children { isDictionary ? collectEntry(child.value) : collect(child.value) }
        }
    }

    private mutating func collectEntry(_ entry: Any) {
        let pair = Mirror(reflecting: entry).children.map(\.value)
        switch pair.first {
        case let number as Int: numbers.insert(ExactString(String(number)))
        case let text as String: texts.insert(ExactString(text))
        case let key as any CodingKeyRepresentable: texts.insert(ExactString(key.codingKey.stringValue))
        default: pair.first.map { collect($0) }
        }
        pair.dropFirst().forEach { collect($0) }
    }
}

/// `Redacted`, which hides its value from reflection.
protocol HiddenValueContainer {
    var hiddenValue: Any { get }
}
