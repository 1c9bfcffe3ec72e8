internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// A file of another tool, which may be hostile.
struct ForeignFile {
    /// A file that is one JSON value is held in memory, with up to 16 bytes for each of its bytes.
    static let sizeLimit = 128 << 20

    let name: String
    let source: any ByteSource

    init(name: String, source: any ByteSource) { (self.name, self.source) = (name, source) }

    /// - Parameter path: A file, or `-`. It may be packed.
    init(opening path: String) throws {
        let name = path == "-" ? "standard input" : path
        let file = try ToolError.mapping(
            try path == "-" ? Spool.contents(of: 0, named: name) : FileBytes(opening: path))
        let unpacked = try GzipUnpacker().unpack(file, named: name)
        if let error = unpacked?.error { throw ToolError(.badFile, "\(name) cannot be unpacked: \(error.reason)") }
        (self.name, source) = (name, unpacked?.bytes ?? file)
    }

    /// A UUID made of the contents.
    func fingerprint() throws -> String {
        var hash = SHA256()
        var offset = 0
        while case let piece = try source.read(at: offset, count: 1 << 18), !piece.isEmpty {
            hash.update(piece)
            offset += piece.count
        }
        return Pseudonyms.uuid(hash.finalize().prefix(16), version: 8).lowercased()
    }

    func value() throws -> TextValue {
        let size = try source.size()
        guard size <= Self.sizeLimit else {
            let limit = "the end (one JSON value may have \(Self.sizeLimit >> 20) MiB)"
            throw Self.error(name, at: "byte \(Self.sizeLimit)", "expected \(limit), found \(size) bytes")
        }
        return try Self.parse(try source.read(at: 0, count: size), file: name, place: "")
    }

    static func parse(_ bytes: [UInt8], file: String, place: String) throws -> TextValue {
        do throws(JSONError) { return try TextValue(parsing: bytes) } catch {
            throw Self.error(file, at: "\(place)byte \(error.byte)", LineParser.reasonOfPointer(bytes) ?? error.reason)
        }
    }

    /// The file is not what `--from` says.
    ///
    /// - Parameter place: `line 3, byte 17`, or a path: `$.actionsById.3`.
    static func error(_ file: String, at place: String, _ reason: String) -> ToolError {
        ToolError(.badFile, "\(file), \(place): \(reason)")
    }
}
