/// Why recordings are not put into a folder.
package enum FolderFault: Error, Equatable, Sendable {
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

extension FolderFault: CustomStringConvertible {
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
