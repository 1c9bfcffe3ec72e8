#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that is replaced whole, and only where it still holds what is expected: another's save is never lost.
///
/// The new file and the old change places in one step, so that the old can be looked at when nobody finds it by its name
/// any more. Where it is not what was expected, they change back. Where the file system cannot exchange, a rename has to
/// do.
package enum ExchangedFile {
    package enum Outcome {
        /// The file is in place. What was there before, where an editor that has it open may still write into it.
        case written(displaced: DisplacedFile?)
        /// Another save came first; it is in place.
        case overtaken
    }

    /// Puts `text` in the place of a file that holds `expected`, or of none where that is nil. Mode 0600.
    package static func replace(_ path: String, holding expected: [UInt8]?, by text: [UInt8]) throws(FileError)
        -> Outcome
    {
        let draft = try writeDraft(text, beside: path)
        guard let expected else {
            if link(draft, path) == 0 {
                unlink(draft)
                return .written(displaced: nil)
            }
            let code = errno
            unlink(draft)
            if code == EEXIST { return .overtaken }
            throw FileError(path, "create", code)
        }
        guard exchange(draft, path) else {
            let code = errno
            // It was removed meanwhile.
            if code == ENOENT {
                unlink(draft)
                return .overtaken
            }
            if rename(draft, path) == 0 { return .written(displaced: nil) }
            let failure = errno
            unlink(draft)
            throw FileError(path, "write", failure)
        }
        if let displaced = DisplacedFile(draft), displaced.text == expected {
            unlink(draft)
            return .written(displaced: displaced)
        }
        // Back again. Should yet another save have come, that one is now where the draft was, and is the last.
        if exchange(draft, path), let other = DisplacedFile(draft), other.text != text { _ = rename(draft, path) }
        unlink(draft)
        return .overtaken
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

    /// Lets two files change places; false where the system cannot, with the reason in `errno`.
    private static func exchange(_ one: String, _ other: String) -> Bool {
        #if canImport(Darwin)
            return renamex_np(one, other, UInt32(RENAME_SWAP)) == 0
        #else
            guard let renameat2 else {
                errno = ENOSYS
                return false
            }
            return renameat2(AT_FDCWD, one, AT_FDCWD, other, 2) == 0
        #endif
    }

    #if !canImport(Darwin)
        private typealias Rename =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
            ) -> Int32

        /// `renameat2(2)`, whose flag `RENAME_EXCHANGE` is 2. The C library declares it for those alone who ask for its
        /// extensions, which Swift's import does not.
        private static let renameat2: Rename? = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Rename.self) }
    #endif
}
