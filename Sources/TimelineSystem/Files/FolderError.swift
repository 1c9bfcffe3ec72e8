/// Why a folder is not trusted with recordings.
package enum FolderError: Error, Equatable, Sendable {
    case system(FileError)
    case link
    case notAFolder
    /// It is another user's.
    case foreign(owner: Int)
    /// Its mode lets others put files into it.
    case open(mode: Int)
    /// The name of the timeline cannot begin a file's name.
    case name(String)
}

extension FolderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let error): error.reason
        case .link: "it is a symbolic link, which may lead elsewhere tomorrow"
        case .notAFolder: "it is no folder"
        case .foreign(let owner): "it is owned by user \(owner), who could read and change what is recorded"
        case .open(let mode): "its mode is \(String(mode, radix: 8)), so others may put files into it; make it 700"
        case .name(let name): "\"\(name)\" cannot begin a file's name: it is empty, begins with a dot or has a slash"
        }
    }
}

extension FolderError {
    /// The same about a folder at `path` that is not for recordings alone.
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
