/// A file that is not what `--from` says.
struct ForeignFileError: Error, Equatable, CustomStringConvertible {
    let file: String
    /// `line 3, byte 17`, or a path: `$.actionsById.3`.
    let place: String
    let reason: String

    init(_ file: String, at place: String, _ reason: String) {
        (self.file, self.place, self.reason) = (file, place, reason)
    }

    init(_ file: String, at place: String, expected: String, found: String) {
        self.init(file, at: place, "expected \(expected), found \(found)")
    }

    var description: String { "\(file), \(place): \(reason)" }
}
