/// Write-ahead: the line of a step is on file before its reducer runs. Each line is one `write(2)`. The file is new, mode 0600
/// whatever the umask, and its path does not end in a symbolic link. Not thread-safe: its owner holds a lock.
///
/// A write past `RLIMIT_FSIZE` would end the app by `SIGXFSZ`, so none is tried. The limit is read when the file is created, at
/// `problem()`, and before a line is refused for it. An app that lowers the limit while it runs must ignore the signal itself.
package struct JournalFile: ~Copyable {
    package enum Problem: Equatable, Sendable, CustomStringConvertible {
        case deleted
        case closed
        case extended
        case cut

        package var description: String {
            switch self {
            case .deleted: "was deleted: what is recorded is lost when the process ends"
            case .closed: "was closed by another part of the app"
            case .extended: "has bytes that another process wrote: `timeline repair` makes a copy without them"
            case .cut: "was cut short by another process"
            }
        }
    }

    /// A dispatch must not wait for ever.
    private static let interruptionLimit = 100

    package let path: String
    private let layer: any FileLayer
    /// The file to sync. Holding it keeps the descriptor open.
    package private(set) var handle: OpenFile
    private let status: FileStatus
    private var limit: Int
    /// Room that only a last line may use: a `gap` line, after which the next segment follows.
    private let reserve: Int
    private let lineLimit: Int
    /// Bytes of whole lines, and of what others wrote among them.
    package private(set) var length = 0
    /// Bytes of a line that failed, which may follow the whole lines.
    private var remains = 0
    private var hasForeign = false
    private var isClosed = false

    /// If the lines cannot be written, no file remains.
    package static func begin(
        _ path: String, lines: [UInt8], layer: any FileLayer = SystemFiles(), isSegment: Bool = false
    ) throws(FileError) -> JournalFile {
        var file = try JournalFile(creating: path, layer: layer, reserve: isSegment ? 1 << 10 : 0)
        do throws(FileError) { try file.append(lines) } catch {
            layer.remove(path)
            throw error
        }
        return file
    }

    package init(
        creating path: String, layer: any FileLayer = SystemFiles(), lineLimit: Int = RawLines.lengthLimit,
        reserve: Int = 0
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
        self.reserve = reserve
    }

    /// Only a line that ends the file may use the reserve.
    package mutating func isFull(for count: Int, isLast: Bool = false) -> Bool {
        let needed = count + length + (isLast ? 0 : reserve)
        if needed <= limit { return false }
        limit = layer.sizeLimit()
        return needed > limit
    }

    /// One or more lines. If this fails, nothing of them remains.
    package mutating func append(_ line: [UInt8], isLast: Bool = false) throws(FileError) {
        try line.withUnsafeBufferPointer { (line) throws(FileError) in try append(line, isLast: isLast) }
    }

    package mutating func append(_ line: UnsafeBufferPointer<UInt8>, isLast: Bool = false) throws(FileError) {
        guard line.count <= lineLimit else { throw FileError(path, "write", .lineTooLong) }
        if isClosed { try reopen() }
        if remains > 0 { try removeRest() }
        if isFull(for: line.count, isLast: isLast) { throw FileError(path, "write", FileError.tooLarge) }
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
                // No byte was written and no error given, as on a full disk.
                let code = more == 0 ? FileError.noSpace : Int32(-more)
                remains = written
                isClosed = code == FileError.badDescriptor
                if remains > 0 { try? removeRest(isFresh: true) }
                throw FileError(path, "write", code)
            }
            interruptions = 0
            written += more
        }
        length += line.count
    }

    /// Costs one `fstat(2)` and one `getrlimit(2)`.
    package mutating func problem() -> Problem? {
        limit = layer.sizeLimit()
        guard let now = layer.status(of: handle.descriptor), now.isSameFile(as: status) else {
            isClosed = true
            return .closed
        }
        if now.links == 0 { return .deleted }
        if now.size < length { return .cut }
        countForeign(now)
        return hasForeign ? .extended : nil
    }

    private mutating func countForeign(_ now: FileStatus) {
        let foreign = now.size - length - remains
        guard foreign > 0 else { return }
        length += foreign
        hasForeign = true
    }

    /// Opens the file again after other code closed its descriptor, unless another file has its name.
    private mutating func reopen() throws(FileError) {
        let descriptor = layer.reopen(path)
        guard descriptor >= 0 else { throw FileError(path, "write", -descriptor) }
        let found = OpenFile(descriptor, path: path, layer: layer)
        guard let now = layer.status(of: descriptor), now.isSameFile(as: status) else {
            throw FileError(path, "write", FileError.badDescriptor)
        }
        handle.disown()
        handle = found
        isClosed = false
        remains = min(remains, max(0, now.size - length))
    }

    /// Removes the rest of a line that failed. Later than just after the failure, other bytes may follow the rest, which then remains.
    private mutating func removeRest(isFresh: Bool = false) throws(FileError) {
        guard let now = layer.status(of: handle.descriptor), now.isSameFile(as: status) else {
            isClosed = true
            throw FileError(path, "write", FileError.badDescriptor)
        }
        let lengthBefore = length
        countForeign(now)
        if length > lengthBefore, !isFresh {
            length = now.size
        } else if now.size > length {
            let result = layer.truncate(handle.descriptor, to: length)
            guard result >= 0 else { throw FileError(path, "write", -result) }
        }
        remains = 0
    }
}
