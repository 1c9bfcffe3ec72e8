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

    init(_ pseudonyms: Pseudonyms, isSealing: Bool) {
        self.pseudonyms = pseudonyms
        seal = isSealing ? Pseudonyms.random().of("seal") : nil
    }

    /// The pseudonym of a value, to be encoded in its place.
    ///
    /// - Parameter names: Those that are values.
    func hide(_ value: JSON, names: DictionaryNames) -> EncodedJSON {
        let hidden = pseudonyms.of(value) { names.pseudonym(of: $0, pseudonyms) }
        guard let seal else { return EncodedJSON(value: hidden) }
        return EncodedJSON(value: .object(JSONObject([.init(key: seal, value: hidden)])))
    }

    /// The value without seals, and where they were.
    func unsealed(_ value: JSON) -> (value: JSON, places: [JSONPointer]) {
        var places: [JSONPointer] = []
        let value = unseal(value, at: JSONPointer(), &places)
        return (value, places)
    }

    private func unseal(_ value: JSON, at place: JSONPointer, _ places: inout [JSONPointer]) -> JSON {
        switch value {
        case .array(let elements):
            return .array(elements.enumerated().map { unseal($1, at: place.appending($0), &places) })
        case .object(let object):
            if let seal, object.count == 1, let hidden = object[seal] {
                places.append(place)
                return hidden
            }
            return .object(
                JSONObject(
                    object.members.map {
                        .init(key: $0.key, value: unseal($0.value, at: place.appending($0.key), &places))
                    }))
        default: return value
        }
    }
}
