package import TimelineSystem

/// Unpacks files of a journal that are packed.
///
/// What an app links stands on the toolchain alone, so that this room knows no packing: whoever opens a journal brings
/// an unpacker along. Without one, files are read as they are.
package protocol Unpacker {
    /// What a file holds, or nil where it is not packed.
    ///
    /// - Parameter name: What messages call the file.
    /// - Throws: `JournalError` where the file cannot be read, or unpacks to more than is let.
    func unpack(_ file: FileBytes, named name: String) throws(JournalError) -> Unpacked?
}
