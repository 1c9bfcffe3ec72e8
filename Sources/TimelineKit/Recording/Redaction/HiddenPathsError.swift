/// Why a path that was listed to be hidden cannot be used.
package struct HiddenPathsError: Error, Equatable, CustomStringConvertible {
    /// The path, as it was written.
    package let path: String
    /// At which column, and what is wrong there.
    package let reason: String

    package var description: String { "the path \(path) cannot be hidden: \(reason)" }
}
