internal import TimelineJournal
internal import TimelineSystem

/// Unpacks into an unnamed temporary file, as gzip has no random access. All files of a command share one unpacker, and so one limit.
final class GzipUnpacker: Unpacker {
    private var limit: UnpackLimit
    private static let windowSize = 1 << 16

    init() throws(ToolError) { limit = try UnpackLimit() }

    init(limit: UnpackLimit) { self.limit = limit }

    func unpack(_ file: FileBytes, named name: String) throws(JournalError) -> Unpacked? {
        do throws(FileError) {
            guard try file.read(at: 0, count: Gunzip.magic.count) == Gunzip.magic else { return nil }
            limit.add(packed: try file.size())
        } catch { throw .unreadable(error) }
        var spool: Spool
        do throws(FileError) { spool = try Spool(named: name) } catch { throw .unreadable(error) }
        var gunzip = Gunzip()
        var offset = 0
        var error: Unpacked.UnpackingError?
        while error == nil {
            let packed = try read(file, at: offset)
            if packed.isEmpty {
                error = gunzip.errorAtEnd
                break
            }
            offset += packed.count
            error = try gunzip.unpack(packed) { (bytes) throws(JournalError) in
                try limit.add(unpacked: bytes.count, of: name)
                do throws(FileError) { try spool.append(bytes) } catch { throw .unreadable(error) }
            }
        }
        do throws(FileError) { return Unpacked(try spool.finish(), error: error) } catch { throw .unreadable(error) }
    }

    private func read(_ file: FileBytes, at offset: Int) throws(JournalError) -> [UInt8] {
        do throws(FileError) { return try file.read(at: offset, count: Self.windowSize) } catch {
            throw .unreadable(error)
        }
    }
}
