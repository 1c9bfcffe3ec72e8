internal import TimelineSystem

/// A file that is being made, in an unnamed temporary file.
final class OutputSpool {
    private var spool: Spool?

    init() throws { spool = try Spool(named: "the converted file") }

    func append(_ bytes: some Collection<UInt8>) throws { try spool?.append(bytes) }

    func append(_ text: String) throws { try spool?.append(text.utf8) }

    func append(contentsOf other: FileBytes) throws { try spool?.append(contentsOf: other) }

    /// Call this once.
    func finish() throws -> FileBytes {
        guard let spool = spool.take() else { preconditionFailure("the file is finished already") }
        return try spool.finish()
    }
}

extension Spool {
    mutating func append(contentsOf other: FileBytes) throws(FileError) {
        var offset = 0
        while case let piece = try other.read(at: offset, count: 1 << 16), !piece.isEmpty {
            try append(piece)
            offset += piece.count
        }
    }
}
