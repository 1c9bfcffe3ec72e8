internal import TimelineDebugger
internal import TimelineKit

/// A file that a command makes. It is compressed where its name ends in `.gz`.
enum ProductFile {
    static func isPacked(_ path: String) -> Bool { path.hasSuffix(".gz") }

    /// In the current folder: the file may be in that of a recorder.
    static func page(of file: String) -> String {
        let name = FileSystem.name(of: stem(of: file))
        return file == "-" ? "-" : [".", "..", "/"].contains(name) ? "timeline.html" : "\(name).html"
    }

    /// A product of `run.jsonl` and of `run.jsonl.gz`: `run.minimal.jsonl`.
    static func path(beside file: String, _ product: String) -> String {
        file == "-" ? "-" : "\(stem(of: file)).\(product).jsonl"
    }

    /// The path, or the first that no file has: `run.jsonl`, `run-2.jsonl`.
    static func unused(_ path: String) -> String {
        let others = (2...).lazy.map { "\(stem(of: path))-\($0).jsonl" }
        return FileStatus.exists(path) ? others.first { !FileStatus.exists($0) } ?? path : path
    }

    private static func stem(of file: String) -> String {
        var stem = file
        while stem.count > 1, stem.hasSuffix("/") { stem.removeLast() }
        if stem.hasSuffix(".jsonl.gz") { stem.removeLast(".gz".count) }
        if stem.hasSuffix(".jsonl") { stem.removeLast(".jsonl".count) }
        // A run in a folder of several.
        if stem.hasSuffix("-*") { stem = FileSystem.name(of: String(stem.dropLast(2))) }
        return stem
    }

    @discardableResult
    static func write(_ bytes: some ByteSource, to path: String, replacing: Bool) throws(FileError) -> Int {
        // The status page of a replaced file does not apply to the new one.
        defer { if replacing { StatusPage.removeOld(beside: path) } }
        guard isPacked(path) else {
            try OutputFile.write(bytes, to: path, replacing: replacing)
            return try bytes.size()
        }
        var spool = try Spool(named: path)
        try Gzip.pack(bytes) { (packed) throws(FileError) in try spool.append(Array(packed)) }
        let size = spool.count
        try OutputFile.write(try spool.finish(), to: path, replacing: replacing)
        return size
    }
}

extension Spool {
    mutating func append(_ text: String) throws(FileError) { try append(Array(text.utf8)) }

    mutating func append(contentsOf other: FileBytes) throws(FileError) {
        let start = count
        while case let piece = try other.read(at: count - start, count: 1 << 16), !piece.isEmpty { try append(piece) }
    }
}
