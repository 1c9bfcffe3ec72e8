internal import TimelineJournal
internal import TimelineSystem

/// A file that a command makes. Where its name ends in `.gz`, it is packed.
enum ProductFile {
    /// Whether a file of this name is packed.
    static func isPacked(_ path: String) -> Bool { path.hasSuffix(".gz") }

    /// Writes the file whole, or not at all, as `OutputFile` does.
    ///
    /// - Returns: The bytes of the file.
    @discardableResult
    static func write(_ bytes: some ByteSource, to path: String, replacing: Bool) throws(FileError) -> Int {
        // What is replaced may have left a status page, which would say of the new file what was so of the old.
        defer { if replacing { StatusPage.removeOld(beside: path) } }
        guard isPacked(path) else {
            try OutputFile.write(bytes, to: path, replacing: replacing)
            return try bytes.size()
        }
        var spool = try Spool(named: path)
        try Gzip.pack(bytes) { (packed) throws(FileError) in try spool.append(packed) }
        let size = spool.count
        try OutputFile.write(try spool.finish(), to: path, replacing: replacing)
        return size
    }
}
