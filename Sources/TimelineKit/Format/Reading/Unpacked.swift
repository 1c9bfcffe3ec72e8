package struct Unpacked: Sendable {
    package let bytes: any ByteSource
    package let error: UnpackingError?

    package init(_ bytes: any ByteSource, error: UnpackingError?) { (self.bytes, self.error) = (bytes, error) }

    package enum UnpackingError: Error, Equatable, Sendable {
        /// As an incomplete copy does. What was unpacked is sound.
        case cut(String)
        case damaged(String)

        package var reason: String {
            switch self {
            case .cut(let reason), .damaged(let reason): reason
            }
        }

        package var isCut: Bool { if case .cut = self { true } else { false } }
    }
}

/// Opens what an app does not, which links nothing but the toolchain: packed files of a journal, and standard input. The tool passes it.
package protocol Unpacker {
    func standardInput(named name: String) throws(FileError) -> FileBytes
    func unpack(_ file: FileBytes, named name: String) throws(JournalError) -> Unpacked?
}
