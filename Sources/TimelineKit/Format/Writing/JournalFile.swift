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

    private let layer: any FileLayer
    /// The file to sync. Holding it keeps the descriptor open.
    package let handle: OpenFile
    private var limit: Int
    /// Room that only a last line may use: a `gap` line, after which the next segment follows.
    private let reserve: Int
    private let lineLimit: Int
    /// Bytes of whole lines, and of what others wrote among them.
    package private(set) var length = 0
    /// The bytes on file of a line that failed, and the size of the file with them. The descriptor may be closed.
    private var failed: (written: Int, size: Int)?

    package var path: String { handle.path }

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
        handle = try OpenFile(creating: path, layer: layer)
        self.layer = layer
        limit = layer.sizeLimit()
        (self.lineLimit, self.reserve) = (lineLimit, reserve)
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
        try recover()
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
                failed = (written, handle.status?.size ?? length + written)
                if written > 0 { try? recover() }
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
        guard let now = handle.status else {
            failed = failed ?? (0, length)
            return .closed
        }
        if now.links == 0 { return .deleted }
        if now.size < length { return .cut }
        let foreign = now.size - length - (failed?.written ?? 0)
        guard foreign > 0 else { return nil }
        // The limit on the size counts them, too.
        length += foreign
        return .extended
    }

    /// After a failure, opens the file again if other code closed its descriptor, unless another file has its name, and removes the rest of
    /// the line, unless other bytes follow it.
    private mutating func recover() throws(FileError) {
        guard let (written, size) = failed else { return }
        if handle.status == nil { try handle.reopen() }
        if written > 0, handle.status?.size == size {
            let result = layer.truncate(handle.descriptor, to: size - written)
            guard result >= 0 else { throw FileError(path, "write", -result) }
        }
        failed = nil
    }
}
