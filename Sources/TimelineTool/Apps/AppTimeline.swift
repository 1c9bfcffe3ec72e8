internal import TimelineKit
internal import TimelineRemote
internal import TimelineReplay

/// A copy of the timeline of one run of an app, as far as it was fetched. It outlives the app.
struct AppTimeline: ByteSource {
    let address: String
    let file: FileBytes
    /// Where the app writes it, perhaps on another machine; nil if its host does not say.
    private var original: String?
    private var header: [UInt8] = []
    /// After the header.
    private var bytes = 0

    var path: String { file.file.path }

    func size() -> Int { header.count + bytes }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try file.read(at: offset, count: max(0, min(count, size() - offset)))
    }

    /// Fetches all of it, into a file without a name, as it may be larger than what fits into memory.
    init(of client: inout RemoteClient) async throws {
        let file = try FileDescriptor(temporary: "\(FileSystem.absolute(Environment.temporaryFolder))/timeline-")
        FileSystem.remove(file.path)
        try await self.init(of: &client, in: FileBytes(file))
    }

    /// - Parameter file: Empty, and open for updating.
    init(of client: inout RemoteClient, in file: FileBytes) async throws {
        (address, self.file) = ("\(client.address)", file)
        guard try await grow(from: &client) else {
            throw RemoteError.foreign(address, reason: "its timeline has no header")
        }
        original = try? await client.info().object?["file"]?.string
    }

    func journal() throws -> Journal {
        let journal = try Journal(name: address, segments: [try Segment(name: address, source: file)])
        try journal.requireSound()
        return journal
    }

    /// Fetches what is new. Returns false where the app's timeline has another beginning: it was restarted, or dropped its oldest segment; or
    /// where its host is too old to leave bytes out.
    mutating func grow(from client: inout RemoteClient) async throws -> Bool {
        do {
            guard let grown = try await fetched(from: &client) else { return false }
            self = grown
            return true
        } catch RemoteError.refused(400, _) where bytes > 0 { return false }
    }

    private func fetched(from client: inout RemoteClient) async throws -> AppTimeline? {
        var growth = Growth(copy: self)
        try await client.timeline(after: bytes) { (piece) throws(RemoteError) in try growth.take(piece) }
        return growth.isSame == true ? growth.copy : nil
    }

    /// Takes what the app wrote before it ended, such as the step whose reducer ended it, if its file is on this machine. Returns that file.
    mutating func growFromFile() throws -> Journal? {
        guard let original else { return nil }
        let (folder, name) = FileSystem.split(original)
        let stem = JournalFolder.stem(of: name)
        let segments = try Segment.all(at: stem == name ? original : "\(folder)/\(stem)-*.jsonl", nil)
        var (chunks, growth) = (try JournalChunks(segments, after: bytes), Growth(copy: self))
        while let piece = try chunks.next() { try growth.take(piece) }
        guard growth.isSame == true else { return nil }
        self = growth.copy
        return try Journal(name: original, segments: segments)
    }

    private struct Growth {
        var copy: AppTimeline
        /// Whether the timeline begins as before; nil before its header is read.
        var isSame: Bool?
        var pending: [UInt8] = []

        mutating func take(_ piece: [UInt8]) throws(RemoteError) {
            pending += piece
            if isSame == nil {
                guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return }
                let header = Array(pending[...end])
                isSame = copy.header.isEmpty || header == copy.header
                if copy.header.isEmpty { copy.bytes = -header.count } else { pending.removeFirst(header.count) }
                copy.header = header
            }
            if isSame == false { return pending = [] }
            let place = copy.header.count + copy.bytes
            let code = pending.withUnsafeBytes { FileDescriptor.write($0, to: copy.file.file.rawValue, at: place) }
            if code != 0 {
                let error = FileError(Environment.temporaryFolder, "write", code)
                throw .foreign(copy.address, reason: "its timeline cannot be stored: \(error)")
            }
            copy.bytes += pending.count
            pending = []
        }
    }
}
