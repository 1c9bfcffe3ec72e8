#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

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
        let draft = try writeDraft(text, beside: path)
        var code: Int32 = 0
        if let expected {
            guard (try? StateFile.read(path)) == expected else {
                unlink(draft)
                return false
            }
            if rename(draft, path) == 0 { return true }
            code = errno
        } else if link(draft, path) != 0 {
            code = errno
        }
        unlink(draft)
        if code == EEXIST, expected == nil { return false }
        if code != 0 { throw FileError(path, expected == nil ? "create" : "write", code) }
        return true
    }

    private static func writeDraft(_ text: [UInt8], beside path: String) throws(FileError) -> String {
        try FileSizeLimit.requireRoom(for: text.count, after: 0, in: path)
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileError(path, "create", errno) }
        var failure: Int32 = fchmod(descriptor, 0o600) == 0 ? 0 : errno
        var written = 0
        while written < text.count, failure == 0 {
            let more = text.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, $0.count - written) }
            if more < 0, errno != EINTR { failure = errno }
            written += max(0, more)
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        let draft = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        guard failure == 0 else {
            unlink(draft)
            throw FileError(path, "write", failure)
        }
        return draft
    }
}
