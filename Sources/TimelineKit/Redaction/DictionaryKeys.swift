/// The keys of all dictionaries in a value, found by reflection: JSON does not distinguish them from the names of properties.
struct DictionaryKeys {
    private var texts: Set<ExactString> = []
    private var numbers: Set<ExactString> = []
    /// A property that is not encoded may lead back to an object.
    private var objects: Set<ObjectIdentifier> = []
    /// JSON has 128 levels, and an optional or a wrapper is a level of its own.
    private static let depthLimit = 512

    init(in value: Any) { collect(value) }

    /// The name itself if a property has it.
    func pseudonym(of name: String, _ pseudonyms: Pseudonyms) -> String {
        let exact = ExactString(name)
        if texts.contains(exact) { return pseudonyms.of(name) }
        // A dictionary with integer keys decodes only integers.
        if numbers.contains(exact), let number = Int(name) { return "\(pseudonyms.of(.number(JSONNumber(number))))" }
        return name
    }

    private mutating func collect(_ value: Any, depth: Int = 0) {
        switch value {
        case is String, is Bool, is any Numeric: return
        case let hidden as any HiddenValueContainer: return collect(hidden.hiddenValue, depth: depth)
        default: break
        }
        let whole = Mirror(reflecting: value)
        guard depth < Self.depthLimit,
            whole.displayStyle != .class || objects.insert(ObjectIdentifier(value as AnyObject)).inserted
        else { return }
        // A mirror and those of the superclasses.
        for mirror in sequence(first: whole, next: \.superclassMirror) {
            let isDictionary = mirror.displayStyle == .dictionary
            for child in mirror.children {
                isDictionary ? collectEntry(child.value, depth + 1) : collect(child.value, depth: depth + 1)
            }
        }
    }

    private mutating func collectEntry(_ entry: Any, _ depth: Int) {
        let pair = Mirror(reflecting: entry).children.map(\.value)
        switch pair.first {
        case let number as Int: numbers.insert(ExactString(String(number)))
        case let text as String: texts.insert(ExactString(text))
        case let key as any CodingKeyRepresentable: texts.insert(ExactString(key.codingKey.stringValue))
        default: pair.first.map { collect($0, depth: depth) }
        }
        pair.dropFirst().forEach { collect($0, depth: depth) }
    }
}

/// `Redacted`, which hides its value from reflection.
protocol HiddenValueContainer {
    var hiddenValue: Any { get }
}
