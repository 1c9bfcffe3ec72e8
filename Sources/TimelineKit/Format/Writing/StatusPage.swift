/// The number of the last step whose reducer returned, in `NAME.jsonl.status` beside the journal. Not thread-safe: its owner holds a
/// lock.
///
///     bytes 0–7   "TIMELIN1"
///     bytes 8–15  the number of the last step whose reducer returned, in the machine's byte order
///     bytes 16–51 the session
///
/// **Guarantee.** The page is written, with one `pwrite(2)`, after the reducer of a step returned and before the dispatch returns. So
/// after any end of the process the page shows whether the reducer of the last step returned; without a page that is unknown, and a
/// page that cannot be written is removed. A loss of power may lose it. No memory is mapped: a page that other code truncates would
/// end the app at its next store. Each write replaces the whole page, so the next step mends a truncated one.
package struct StatusPage: ~Copyable {
    private static let size = 64
    private static let magic = Array("TIMELIN1".utf8)
    private static let sessionLength = 36

    private let file: FileDescriptor
    private var bytes: [UInt8]
    /// Another file may have the name now.
    private let status: FileStatus?

    package static func path(beside journal: String) -> String { journal + ".status" }

    /// The path of the page of `session`: it keeps its name if `NAME.jsonl` is packed into `NAME.jsonl.gz`.
    package static func existingPath(beside journal: String, session: String) -> String? {
        let plain = JournalFolder.unpackedName(journal)
        return [path(beside: journal), path(beside: plain)].first { lastReduced(at: $0, session: session) != nil }
    }

    /// Throws if a file that is no status page has the name of the page of `journal`.
    package static func requireFree(beside journal: String) throws(FileError) {
        try OwnFile.requireReplaceable(path(beside: journal)) { (file) throws(FileError) in
            let bytes = try file.read(at: 0, count: size + 1)
            // A process that was killed while it made a page leaves one that is empty, or lacks the magic number.
            return bytes.count <= size
                && (bytes.starts(with: magic) || bytes.prefix(magic.count).allSatisfy { $0 == 0 })
        }
    }

    package static func removeOld(beside journal: String) {
        if (try? requireFree(beside: journal)) != nil { FileSystem.remove(path(beside: journal)) }
    }

    /// Replaces only a page that a run left there.
    package init(beside journal: String, session: String, reduced: Int = 0) throws(FileError) {
        let path = Self.path(beside: journal)
        try Self.requireFree(beside: journal)
        FileSystem.remove(path)
        let file = try FileDescriptor(path, for: .recording)
        var bytes = Self.magic + [UInt8](repeating: 0, count: Self.size - Self.magic.count)
        for (index, byte) in zip(16..., session.utf8.prefix(Self.sessionLength)) { bytes[index] = byte }
        let code = Self.write(reduced, in: &bytes, to: file)
        if code != 0 {
            FileSystem.remove(path)
            throw FileError(path, "write", code)
        }
        status = file.status
        self.bytes = bytes
        self.file = file
    }

    private static func write(_ seq: Int, in bytes: inout [UInt8], to file: borrowing FileDescriptor) -> Int32 {
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: UInt64(seq), toByteOffset: 8, as: UInt64.self)
            return FileDescriptor.write(UnsafeRawBufferPointer(bytes), to: file.rawValue, at: 0)
        }
    }

    /// If it throws, there is no page: its number may be too low.
    package mutating func note(reduced seq: Int) throws(FileError) {
        let code = Self.write(seq, in: &bytes, to: file)
        if code == 0 { return }
        remove()
        throw FileError(file.path, "write", code)
    }

    /// Removes the page after a clean end, unless another file has its name.
    package func remove() {
        guard let status, FileStatus(file.path)?.isSameFile(as: status) == true else { return }
        FileSystem.remove(file.path)
    }

    package static func lastReduced(beside journal: String, session: String) -> Int? {
        existingPath(beside: journal, session: session).flatMap { lastReduced(at: $0, session: session) }
    }

    package static func unreturnedStep(
        of header: Header, first: Int, last: Int, lastIsSet: Bool, hasEnd: Bool, beside file: String
    ) -> Int? {
        if last == first { return nil }
        if let note = header.bundle, note.lastReduced == false { return note.lastSeq == last ? last : nil }
        // No reducer was called, and a kill may come before the page notes that.
        if lastIsSet || hasEnd { return nil }
        guard let reduced = lastReduced(beside: file, session: header.session) else { return nil }
        return reduced < last ? last : nil
    }

    private static func lastReduced(at path: String, session: String) -> Int? {
        guard let file = try? FileBytes(opening: path),
            let bytes = try? file.read(at: 0, count: 16 + sessionLength), bytes.count == 16 + sessionLength,
            Array(bytes[..<8]) == magic,
            bytes[16...].prefix(while: { $0 != 0 }).elementsEqual(session.utf8.prefix(sessionLength))
        else { return nil }
        return bytes.withUnsafeBytes { Int(exactly: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) }
    }
}
