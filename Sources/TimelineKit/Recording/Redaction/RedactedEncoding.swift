internal import TimelineJSON
internal import TimelineJournal

/// What `Redacted` finds in the `userInfo` of a recorder's encoder: how to hide a value.
///
/// Where paths are to be hidden as well, each pseudonym is sealed: it stands in an object whose one member has a name that
/// nobody can guess. So the walk that hides the paths knows it, and does not put a pseudonym in the place of a pseudonym.
/// (The coding path would be the simpler way to know the place, but values may be encoded by an encoder that is not ours.)
struct RedactedEncoding: Sendable {
    static let key = CodingUserInfoKey(rawValue: "timeline.redacted")!

    private let pseudonyms: Pseudonyms
    /// The name of the member that a pseudonym is sealed in.
    private let seal: String?
    /// The first element of sets and dictionaries, whose entries are sorted again when they are hidden.
    let sentinel = EntriesSentinel(Pseudonyms.random().of("mark"))

    init(_ pseudonyms: Pseudonyms, isSealing: Bool) {
        self.pseudonyms = pseudonyms
        seal = isSealing ? Pseudonyms.random().of("seal") : nil
    }

    /// The pseudonym of a value, to be encoded in its place.
    ///
    /// - Parameters:
    ///   - value: The value with marks.
    ///   - names: Those that are values.
    func hide(_ value: JSON, names: DictionaryNames) -> EncodedJSON {
        let hidden = pseudonyms.of(value, names: { names.pseudonym(of: $0, pseudonyms) }, sorting: sentinel)
        guard let seal else { return EncodedJSON(value: hidden) }
        return EncodedJSON(value: .object(JSONObject([.init(key: seal, value: hidden)])))
    }

    /// A value without seals and marks.
    struct Unsealed {
        var value: JSON
        /// Where seals were: these places are hidden already.
        var done: [JSONPointer] = []
        /// The arrays that are sets or dictionaries, with the number of elements of an entry.
        var entries: [(place: JSONPointer, perEntry: Int)] = []
    }

    /// The value without seals and marks, and where they were.
    func unsealed(_ value: JSON) -> Unsealed {
        var unsealed = Unsealed(value: .null)
        unsealed.value = unseal(value, at: JSONPointer(), &unsealed)
        return unsealed
    }

    private func unseal(_ value: JSON, at place: JSONPointer, _ found: inout Unsealed) -> JSON {
        switch value {
        case .array(let elements):
            let entries = sentinel.removed(from: elements)
            if let entries { found.entries.append((place, entries.perEntry)) }
            return .array(
                (entries?.elements ?? elements[...]).enumerated()
                    .map { unseal($1, at: place.appending($0), &found) })
        case .object(let object):
            if let seal, object.count == 1, let hidden = object[seal] {
                found.done.append(place)
                return hidden
            }
            return .object(
                JSONObject(
                    object.members.map {
                        .init(key: $0.key, value: unseal($0.value, at: place.appending($0.key), &found))
                    }))
        default: return value
        }
    }
}
