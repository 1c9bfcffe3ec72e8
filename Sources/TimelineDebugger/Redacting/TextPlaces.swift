internal import TimelineJSON
internal import TimelineJournal

/// The places in a value where a text stands that is looked for, as paths to be hidden.
enum TextPlaces {
    /// Tells the path of each: an element of a list is `[*]`, a name that is looked for `*`, and that it is there at all the
    /// path of its object with a `~`.
    static func search(
        _ value: JSON, at path: String = "$", for isWanted: (_ text: String) -> Bool, _ found: (_ path: String) -> Void
    ) {
        switch value {
        case .string(let text): if isWanted(text) { found(path) }
        case .array(let elements): for element in elements { search(element, at: path + "[*]", for: isWanted, found) }
        case .object(let object):
            for member in object.members {
                let isName = isWanted(member.key)
                if isName { found(path + "~") }
                let segment = isName ? ".*" : String(JSONLocation([.name(member.key)]).pathDescription.dropFirst())
                search(member.value, at: path + segment, for: isWanted, found)
            }
        default: break
        }
    }
}
