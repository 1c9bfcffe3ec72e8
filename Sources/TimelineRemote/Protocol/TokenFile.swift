package import TimelineKit

package enum TokenFile {
    /// `~/.timeline/PORT.token`, in a folder of mode 0700.
    package static func path(port: UInt16, createsFolder: Bool) throws(FileError) -> String {
        guard let home = Environment["HOME"], !home.isEmpty else { throw FileError("HOME", "read", FileError.missing) }
        let folder = "\(home)/.timeline"
        if createsFolder { _ = try? FileSystem.makeFolder(folder) }
        try PrivateFolder.require(folder)
        return "\(folder)/\(port).token"
    }

    package static func write(_ token: RemoteToken, to path: String) throws(FileError) {
        try OutputFile.write(Array("\(token.text)\n".utf8), to: path, replacing: .anything)
    }

    /// Nil if the file holds no token. Throws also if it is a link, belongs to another user, or lets others read it.
    package static func read(_ path: String) throws(FileError) -> RemoteToken? {
        let bytes = try PrivateFile.readSecret(path, limit: RemoteToken.length + 2)
        let digits = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        return RemoteToken(String(decoding: digits, as: UTF8.self))
    }

    package static func remove(_ path: String, holding token: RemoteToken) {
        guard let found = try? read(path), found.text == token.text else { return }
        FileSystem.remove(path)
    }
}
