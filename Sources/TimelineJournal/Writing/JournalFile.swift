package import TimelineSystem

/// A journal that is being written. Not safe for threads: its owner keeps it behind a lock.
///
/// The file is new, mode 0600 whatever the umask, and not reached through a link at its end. Each line is one `write(2)`.
///
/// **The limit on the size of files** (`RLIMIT_FSIZE`): a write past it would end the app by `SIGXFSZ`, so none is tried.
/// The limit is read when the file is created, at `trouble()`, and again before a line is refused for it. An app that
/// lowers the limit while it runs must ignore the signal itself.
package struct JournalFile: ~Copyable {
    /// How often in a row a call may be interrupted before that counts as a failure: a dispatch must not wait for ever.
    private static let interruptionLimit = 100

    /// The file, as it was named.
    package let path: String
    private let layer: any FileLayer
    /// What to sync: holding it keeps the descriptor open.
    package private(set) var handle: OpenFile
    private let status: FileStatus
    private var limit: Int
    /// How long a line may be.
    private let lineLimit: Int
    /// The bytes of whole lines, and those of others that were found among them; past them stands only what is left of a
    /// line that failed.
    package private(set) var length = 0
    /// How many bytes of a line that failed may stand past the whole lines.
    private var remains = 0
    /// Whether somebody else wrote to the file.
    private var hasForeign = false
    /// Whether the descriptor is not ours any longer.
    private var isAdrift = false

    /// Creates the file with its first lines. Where they cannot be written, no file is left.
    ///
    /// - Throws: `FileError`; where a file of that name exists already, too.
    package static func begin(
        _ path: String, lines: [UInt8], layer: any FileLayer = SystemFiles()
    ) throws(FileError) -> JournalFile {
        var file = try JournalFile(creating: path, layer: layer)
        do throws(FileError) { try file.append(lines) } catch {
            layer.remove(path)
            throw error
        }
        return file
    }

    /// Creates the file, empty.
    ///
    /// - Throws: `FileError`; where a file of that name exists already, or the folder is another user's, too.
    ///
    /// - Parameter lineLimit: How many bytes a line may take: as many as readers take.
    package init(
        creating path: String, layer: any FileLayer = SystemFiles(), lineLimit: Int = RawLines.lengthLimit
    ) throws(FileError) {
        try PrivateFolder.requireOwn(folderOf: path)
        let descriptor = layer.create(path)
        guard descriptor >= 0 else { throw FileError(path, "create", -descriptor) }
        let handle = OpenFile(descriptor, path: path, layer: layer)
        guard let status = layer.status(of: descriptor) else {
            layer.remove(path)
            throw FileError(path, "create", FileError.badDescriptor)
        }
        self.path = path
        self.layer = layer
        self.handle = handle
        self.status = status
        limit = layer.sizeLimit()
        self.lineLimit = lineLimit
    }

    /// Appends a line that ends with LF, or several. Where that fails, nothing of them stays.
    package mutating func append(_ line: [UInt8]) throws(FileError) {
        let failure = line.withUnsafeBufferPointer { line -> FileError? in
            do throws(FileError) { try append(line) } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }

    /// The same for bytes that are lent.
    package mutating func append(_ line: UnsafeBufferPointer<UInt8>) throws(FileError) {
        guard line.count <= lineLimit else { throw FileError(path, "write", .lineTooLong) }
        if isAdrift { try regain() }
        if remains > 0 { try clear() }
        if line.count > limit - length {
            limit = layer.sizeLimit()
            if line.count > limit - length { throw FileError(path, "write", FileError.tooLarge) }
        }
        var written = 0
        var interruptions = 0
        while written < line.count {
            let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: line[written...]))
            let more = layer.append(rest, to: handle.descriptor)
            if more == -Int(FileError.interrupted), interruptions < Self.interruptionLimit {
                interruptions += 1
                continue
            }
            guard more > 0 else {
                // Nothing taken and no reason given: as on a full disk.
                let code = more == 0 ? FileError.noSpace : Int32(-more)
                remains = written
                isAdrift = code == FileError.badDescriptor
                if remains > 0 { try? clear(isFresh: true) }
                throw FileError(path, "write", code)
            }
            interruptions = 0
            written += more
        }
        length += line.count
    }

    /// What others have done to the file since it was created. One `fstat(2)`, and one `getrlimit(2)`.
    package mutating func trouble() -> FileTrouble? {
        limit = layer.sizeLimit()
        guard let now = layer.status(of: handle.descriptor), now.isSameFile(as: status) else {
            isAdrift = true
            return .closed
        }
        if now.links == 0 { return .deleted }
        if now.size < length { return .cut }
        noticeForeign(now)
        return hasForeign ? .extended : nil
    }

    /// Counts what somebody else wrote: the file is longer than what was written to it.
    private mutating func noticeForeign(_ now: FileStatus) {
        let foreign = now.size - length - remains
        guard foreign > 0 else { return }
        length += foreign
        hasForeign = true
    }

    /// Opens the file anew where somebody closed its descriptor, unless another file bears its name by now.
    private mutating func regain() throws(FileError) {
        let descriptor = layer.reopen(path)
        guard descriptor >= 0 else { throw FileError(path, "write", -descriptor) }
        let found = OpenFile(descriptor, path: path, layer: layer)
        guard let now = layer.status(of: descriptor), now.isSameFile(as: status) else {
            throw FileError(path, "write", FileError.badDescriptor)
        }
        handle.disown()
        handle = found
        isAdrift = false
        remains = min(remains, max(0, now.size - length))
    }

    /// Cuts off what is left of a line. A descriptor that has become another file's must not be cut.
    ///
    /// - Parameter isFresh: Whether the line failed just now, so that what is left of it stands at the end of the file,
    ///   whatever somebody else wrote before. Later on, their bytes stand after it, and it stays with them.
    private mutating func clear(isFresh: Bool = false) throws(FileError) {
        guard let now = layer.status(of: handle.descriptor), now.isSameFile(as: status) else {
            isAdrift = true
            throw FileError(path, "write", FileError.badDescriptor)
        }
        let lengthBefore = length
        noticeForeign(now)
        if length > lengthBefore, !isFresh {
            length = now.size
        } else if now.size > length {
            let result = layer.truncate(handle.descriptor, to: length)
            guard result >= 0 else { throw FileError(path, "write", -result) }
        }
        remains = 0
    }
}
