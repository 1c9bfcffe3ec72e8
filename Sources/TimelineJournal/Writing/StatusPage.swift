package import TimelineSystem

/// The number of the last step whose reducer returned, in `NAME.jsonl.status` beside the journal. Mapped and shared, so that noting
/// a step is a store to memory, which the kernel keeps when the process is killed. Not thread-safe: its owner holds a lock.
///
///     bytes 0–7   "TIMELIN1"
///     bytes 8–15  the number of the last step whose reducer returned, in the machine's byte order
///     bytes 16–51 the session
package struct StatusPage: ~Copyable {
    /// The file is shorter, and nothing past its end is touched.
    private static let size = 4096
    private static let fileSize = 64
    private static let magic = Array("TIMELIN1".utf8)
    private static let sessionLength = 36

    private let path: String
    private let mapping: FileDescriptor.Mapping
    /// Another file may have the name now.
    private let status: FileStatus?

    package static func path(beside journal: String) -> String { journal + ".status" }

    /// The path of the page of `session`: it keeps its name if `NAME.jsonl` is packed into `NAME.jsonl.gz`.
    package static func found(beside journal: String, session: String) -> String? {
        let plain = JournalFolder.unpackedName(journal)
        return [path(beside: journal), path(beside: plain)].first { lastReduced(at: $0, session: session) != nil }
    }

    /// Throws if a file that is no status page has the name of the page of `journal`.
    package static func requireFree(beside journal: String) throws(FileError) {
        try OwnFile.requireReplaceable(path(beside: journal)) { (file) throws(FileError) in
            let bytes = try file.read(at: 0, count: fileSize + 1)
            // A process that was killed while it made a page leaves one that is empty, or lacks the magic number.
            return bytes.count <= fileSize
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
        let file = try FileDescriptor(path, for: .creating)
        let mapping = try Self.map(file)
        let memory = mapping.memory
        self.path = path
        status = file.status
        self.mapping = mapping
        let name = Array(session.utf8.prefix(Self.sessionLength))
        (memory + 16).copyMemory(from: name, byteCount: name.count)
        memory.storeBytes(of: UInt64(reduced), toByteOffset: 8, as: UInt64.self)
        // Last: a process that is killed before this leaves no valid page.
        memory.copyMemory(from: Self.magic, byteCount: Self.magic.count)
    }

    private static func map(_ file: borrowing FileDescriptor) throws(FileError) -> FileDescriptor.Mapping {
        do throws(FileError) {
            // Written, not only truncated to size: a hole on a full disk would kill the app at its first store.
            try file.write([UInt8](repeating: 0, count: fileSize))
            return try FileDescriptor.Mapping(file, size: size)
        } catch {
            FileSystem.remove(file.path)
            throw error
        }
    }

    package func note(reduced seq: Int) {
        mapping.memory.storeBytes(of: UInt64(seq), toByteOffset: 8, as: UInt64.self)
    }

    /// Removes the page after a clean end, unless another file has its name.
    package func remove() {
        guard let status, FileStatus(path)?.isSameFile(as: status) == true else { return }
        FileSystem.remove(path)
    }

    package static func lastReduced(beside journal: String, session: String) -> Int? {
        found(beside: journal, session: session).flatMap { lastReduced(at: $0, session: session) }
    }

    static func unreturnedStep(
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
