internal import TimelineDebugger
internal import TimelineKit

/// Unpacks into an unnamed temporary file, as gzip has no random access. All files of a command share one unpacker, and so one limit, so
/// that a small malicious file cannot fill the disk.
final class GzipUnpacker: Unpacker {
    /// In bytes.
    private static let alwaysAllowed = 64 << 20
    /// Unpacked to packed size. Deflate reaches 1032, but a journal of equal actions 6, and a journal that repeats a state of 28 kB 83.
    private static let allowedRatio = 200
    /// Sets another limit, in bytes.
    static let limitVariable = "TIMELINE_MAX_UNPACKED"

    private let configuredLimit: Int?
    private var packed = 0
    private var unpacked = 0

    init(limit value: String? = Environment[limitVariable]) throws(ToolError) {
        configuredLimit = value.flatMap { Int($0) }
        guard value ?? "" == "" || configuredLimit ?? 0 > 0 else {
            throw ToolError(.usage, "\(Self.limitVariable)=\(value ?? ""): must be a number of bytes greater than 0")
        }
    }

    func standardInput(named name: String) throws(FileError) -> FileBytes { try Spool.contents(of: 0, named: name) }

    func unpack(_ file: FileBytes, named name: String) throws(JournalError) -> Unpacked? {
        let start = try JournalError.reading(try file.read(at: 0, count: Gunzip.magic.count))
        guard start == Gunzip.magic else { return nil }
        packed += try JournalError.reading(try file.size())
        var spool: Spool
        do throws(FileError) { spool = try Spool(named: name) } catch { throw .unreadable(error) }
        var gunzip = Gunzip()
        var offset = 0
        var error: Unpacked.UnpackingError?
        while error == nil {
            let packed = try JournalError.reading(try file.read(at: offset, count: 1 << 16))
            if packed.isEmpty {
                error = gunzip.errorAtEnd
                break
            }
            offset += packed.count
            error = try gunzip.unpack(packed) { (bytes) throws(JournalError) in
                try count(unpacked: bytes.count, of: name)
                do throws(FileError) { try spool.append(Array(bytes)) } catch { throw .unreadable(error) }
            }
        }
        do throws(FileError) { return Unpacked(try spool.finish(), error: error) } catch { throw .unreadable(error) }
    }

    func count(packed: Int = 0, unpacked: Int, of name: String) throws(JournalError) {
        self.packed += packed
        self.unpacked += unpacked
        let limit = configuredLimit ?? max(Self.alwaysAllowed, Self.allowedRatio * self.packed)
        guard self.unpacked > limit else { return }
        throw .unpackedSizeTooLarge(
            file: name, limit: limit,
            remedy: configuredLimit == nil
                ? "Recordings rarely compress that well. If you trust the file, set \(Self.limitVariable) to a larger number of bytes."
                : "\(Self.limitVariable) sets this limit.")
    }
}
