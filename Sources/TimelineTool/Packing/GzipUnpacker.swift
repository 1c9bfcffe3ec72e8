internal import TimelineJournal
internal import TimelineSystem

/// Unpacks the files of a journal that begin with the magic number of gzip, whatever their names.
///
/// The result goes to an unnamed temporary file, so that it can be read at any offset in little memory. Random access into gzip
/// data itself would need an index of places to resume from, each with the 32 KiB before it (`examples/zran.c` of zlib), which
/// only a whole decompression can make. So a command that looks at one moment would pay for that in any case, and one that looks
/// at several would decompress up to the distance between two places for each. All of a command takes about as long as `gunzip`.
///
/// A command uses one unpacker, because all its files share one limit.
final class GzipUnpacker: Unpacker {
    private var limit: UnpackLimit
    private static let windowSize = 1 << 16

    init() throws(ToolError) { limit = try UnpackLimit() }

    init(limit: UnpackLimit) { self.limit = limit }

    func unpack(_ file: FileBytes, named name: String) throws(JournalError) -> Unpacked? {
        do throws(FileError) {
            guard try file.read(at: 0, count: Gunzip.magic.count) == Gunzip.magic else { return nil }
            limit.add(packed: try file.size())
        } catch {
            throw .unreadable(error)
        }
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
