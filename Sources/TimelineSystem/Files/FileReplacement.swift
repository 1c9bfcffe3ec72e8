/// Replaces a file that others write, too.
package enum FileReplacement {
    /// Replaces a file whole, in one step, if it still holds `expected`; if that is nil, creates it. Mode 0600.
    ///
    /// The file is read again right before the rename. A save that another process makes between the two is lost, as is what
    /// an editor writes later into the file that it has opened before.
    ///
    /// - Returns: false where the file holds something else. It is left as it is.
    package static func replace(_ path: String, expecting expected: [UInt8]?, with text: [UInt8]) throws(FileError)
        -> Bool
    {
        do throws(FileError) {
            try OutputFile.write(text, to: path, replacing: expected.map { .contents($0) } ?? .nothing)
            return true
        } catch {
            if error.exists || error.code == FileError.changedUnderneath { return false }
            throw error
        }
    }
}
