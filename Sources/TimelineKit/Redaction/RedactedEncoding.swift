internal import TimelineJSON
internal import TimelineJournal

/// Hides values that are marked with `Redacted`, which finds it in the `userInfo` of a recorder's encoder.
///
/// If paths are hidden too, each pseudonym is wrapped in an object with a random key, so that the later walk over the paths
/// recognizes it and does not replace it again. (Other encoders than ours may encode the value, so its coding path does not
/// identify it.)
struct RedactedEncoding: Sendable {
    static let key = CodingUserInfoKey(rawValue: "timeline.redacted")!

    private let pseudonyms: Pseudonyms
    /// The key of the objects that wrap pseudonyms.
    private let wrapperKey: String?
    /// The first element of sets and dictionaries, whose entries are sorted again after they are hidden.
    let sentinel = EntriesSentinel(Pseudonyms.random().of("mark"))

    init(_ pseudonyms: Pseudonyms, isWrapping: Bool) {
        self.pseudonyms = pseudonyms
        wrapperKey = isWrapping ? Pseudonyms.random().of("seal") : nil
    }

    /// The pseudonym of a value, to encode instead.
    func hide(_ value: JSON, names: DictionaryKeys) -> EncodableJSON {
        let hidden = pseudonyms.of(value, names: { names.pseudonym(of: $0, pseudonyms) }, sorting: sentinel)
        guard let wrapperKey else { return EncodableJSON(value: hidden) }
        return EncodableJSON(value: .object(JSONObject([.init(key: wrapperKey, value: hidden)])))
    }

    /// A value without wrappers and sentinels.
    struct Unwrapped {
        var value: JSON
        /// The locations of the wrappers, which are hidden already.
        var done: [JSONPointer] = []
        /// The arrays that encode sets or dictionaries, with the number of elements per entry.
        var entries: [(place: JSONPointer, perEntry: Int)] = []
    }

    /// Removes the wrappers and sentinels, and returns their locations.
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
            return .array(
                (entries?.elements ?? elements[...]).enumerated()
                    .map { unwrap($1, at: place.appending($0), &found) })
        case .object(let object):
            if let wrapperKey, object.count == 1, let hidden = object[wrapperKey] {
                found.done.append(place)
                return hidden
            }
            return .object(
                JSONObject(
                    object.members.map {
                        .init(key: $0.key, value: unwrap($0.value, at: place.appending($0.key), &found))
                    }))
        default: return value
        }
    }
}
