/// A folder cannot be used for recordings.
package enum FolderError: Error, Equatable, Sendable {
    case system(FileError)
    case link
    case notAFolder
    /// Another user owns it.
    case foreign(owner: Int)
    /// Other users may write to it.
    case open(mode: Int)
    /// The name of the timeline is not a valid prefix of a file name.
    case name(String)
}

extension FolderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let error): error.reason
        case .link: "it is a symbolic link, whose target may change"
        case .notAFolder: "it is not a folder"
        case .foreign(let owner): "it is owned by user \(owner), who could read and change what is recorded"
        case .open(let mode): "its mode is \(String(mode, radix: 8)), so other users may write to it; set it to 700"
        case .name(let name): "\"\(name)\" cannot begin a file's name: it is empty, begins with a dot or has a slash"
        }
    }
}

extension FolderError {
    /// The corresponding `FileError`.
    package func fileError(_ path: String) -> FileError {
        switch self {
        case .system(let error): error
        case .link: FileError(path, "open", FileError.link)
        case .notAFolder: FileError(path, "open", FileError.notAFolder)
        case .foreign: FileError(path, "open", .otherUser)
        case .open: FileError(path, "open", .writableByOthers)
        case .name: FileError(path, "open", FileError.missing)
        }
    }
}
