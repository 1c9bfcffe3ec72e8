/// How a file of a journal is called, in messages and in what is written.
struct FileName {
    /// As it was named.
    let path: String
    /// Whether the journal has no other file.
    let isOnly: Bool
    /// Whether another file of the journal comes before it.
    let isLater: Bool

    /// Its last part: a folder's name says nothing to whoever is given the copy.
    var short: String { path.split(separator: "/").last.map(String.init) ?? path }
}
