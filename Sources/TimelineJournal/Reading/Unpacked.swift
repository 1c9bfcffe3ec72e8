package import TimelineSystem

/// The content of a packed file, up to where it can be unpacked.
package struct Unpacked: Sendable {
    package let bytes: any ByteSource
    package let error: UnpackingError?

    package init(_ bytes: any ByteSource, error: UnpackingError?) {
        self.bytes = bytes
        self.error = error
    }

    /// Why a file was not unpacked to its end.
    package enum UnpackingError: Error, Equatable, Sendable {
        /// The packed data end too early, as those of an incomplete copy. What was unpacked is sound.
        case cut(String)
        /// The packed data are not as they were written.
        case damaged(String)

        package var reason: String {
            switch self {
            case .cut(let reason), .damaged(let reason): reason
            }
        }

        package var isCut: Bool { if case .cut = self { true } else { false } }
    }
}

/// Unpacks the packed files of a journal.
///
/// An app links nothing but the toolchain, so this module unpacks nothing itself: the tool passes an unpacker when it opens
/// a journal. Without one, files are read as they are.
package protocol Unpacker {
    /// The content of a file, or nil if the file is not packed.
    ///
    /// - Parameter name: The name of the file in messages.
    /// - Throws: `JournalError` if the file cannot be read, or unpacks to more than the limit.
    func unpack(_ file: FileBytes, named name: String) throws(JournalError) -> Unpacked?
}
