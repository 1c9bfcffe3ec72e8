/// If paths are hidden too, each pseudonym is wrapped in an object with a random key, so that the walk over the paths does not
/// replace it again. A coding path would not identify it: other encoders may encode the value.
struct RedactedEncoding: Sendable {
    static let key = CodingUserInfoKey(rawValue: "timeline.redacted")!

    private let pseudonyms: Pseudonyms
    private let wrapperKey: String?
    /// The first element of sets and dictionaries, whose entries are sorted again after they are hidden.
    let sentinel = EntriesSentinel(Pseudonyms.random().of("mark"))

    init(_ pseudonyms: Pseudonyms, isWrapping: Bool) {
        self.pseudonyms = pseudonyms
        wrapperKey = isWrapping ? Pseudonyms.random().of("seal") : nil
    }

    func hide(_ value: JSON, names: DictionaryKeys) -> EncodableJSON {
        let hidden = pseudonyms.of(value, names: { names.pseudonym(of: $0, pseudonyms) }, sorting: sentinel)
        guard let wrapperKey else { return EncodableJSON(value: hidden) }
        return EncodableJSON(value: .object(JSONObject([.init(key: wrapperKey, value: hidden)])))
    }

    struct Unwrapped {
        var value: JSON
        /// Where wrappers were.
        var done: [JSONPointer] = []
        /// Where sentinels were.
        var entries: [(place: JSONPointer, perEntry: Int)] = []
    }

    func unwrapped(_ value: JSON) -> Unwrapped {
        var unwrapped = Unwrapped(value: .null)
        unwrapped.value = unwrap(value, at: JSONPointer(), &unwrapped)
        return unwrapped
    }

    private func unwrap(_ value: JSON, at place: JSONPointer, _ found: inout Unwrapped) -> JSON {
        switch value {
        case .array(let elements):
            let entries = sentinel.removed(from: elements)
            if let entries { found.entries.append((place, entries.perEntry)) }
            let plain = entries?.elements ?? elements[...]
            return .array(plain.enumerated().map { unwrap($1, at: place.appending($0), &found) })
        case .object(let object):
            if let wrapperKey, object.count == 1, let hidden = object[wrapperKey] {
                found.done.append(place)
                return hidden
            }
            let members = object.members.map { member in
                JSONObject.Member(key: member.key, value: unwrap(member.value, at: place.appending(member.key), &found))
            }
            return .object(JSONObject(members))
        default: return value
        }
    }
}
