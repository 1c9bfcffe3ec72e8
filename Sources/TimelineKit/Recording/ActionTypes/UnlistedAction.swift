/// An action whose type its list does not name, or has no tag for.
struct UnlistedAction: Error, CustomStringConvertible {
    let list: String
    let type: String

    var description: String {
        "add \(type).self to \(list), or Named(\"another tag\", \(type).self) if its tag is taken"
    }
}
