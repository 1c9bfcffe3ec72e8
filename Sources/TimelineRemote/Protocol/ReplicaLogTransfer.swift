internal import TimelineLive
internal import TimelineSystem

package enum ReplicaLogTransfer {
    /// Sends until the task is canceled. A slow peer misses nothing: a log, or its snapshot, includes all that it held before.
    static func send(
        _ folder: ReplicaFolder, where isWanted: (_ origin: String?, _ isFirst: Bool) -> Bool,
        to send: (ReplicaLogMessage.Chunk) async throws -> Void,
        onSent: (_ sent: [String: FileStatus], _ isFirst: Bool) async throws -> Void
    ) async throws {
        var changes = folder.changes().makeAsyncIterator()
        var known: [String: FileStatus] = [:]
        var sender = Sender()
        var isFirst = true
        repeat {
            let changed = try folder.changed(since: &known) { isWanted(ReplicaFolder.origin(of: $0), isFirst) }
            for (name, text) in changed {
                // A file that is not valid UTF-8 is no log.
                for chunk in sender.chunks(of: name, text) ?? [] { try await send(chunk) }
            }
            try await onSent(known, isFirst)
            isFirst = false
        } while await changes.next() != nil && !Task.isCancelled
    }

    package struct Sender: Sendable {
        /// The size of a chunk, in bytes: as JSON it is up to six times as long, and a body has at most 1 MiB.
        package static let chunkBytes = 128 << 10

        private var sent: [String: [UInt8]] = [:]

        package init() {}

        package mutating func chunks(
            of name: String, _ text: [UInt8], limit: Int = chunkBytes
        ) -> [ReplicaLogMessage.Chunk]? {
            var keep = 0
            if let known = sent[name] {
                if known == text { return [] }
                if text.starts(with: known) { keep = known.count }
            }
            var chunks: [ReplicaLogMessage.Chunk] = []
            var start = keep
            while start < text.count {
                var end = min(start + limit, text.count)
                // Do not split a UTF-8 sequence.
                while end < text.count, end > start, text[end] & 0xC0 == 0x80 { end -= 1 }
                guard end > start, let part = String(validating: text[start..<end], as: UTF8.self) else { return nil }
                chunks.append(.init(name: name, keep: start, text: part, hasMore: end < text.count))
                start = end
            }
            if chunks.isEmpty { chunks = [.init(name: name, keep: keep, text: "", hasMore: false)] }
            sent[name] = text
            return chunks
        }
    }

    package struct Receiver: Sendable {
        /// Of a client: its log, and its timelines that differ from those of others.
        package static let (maxClientFiles, maxHostFiles) = (64, 4096)

        private let maxFileBytes: Int
        private let maxFiles: Int
        /// Those of earlier connections, too: a peer that connects again gets no more room.
        private var names: Set<String>
        private var files: [String: [UInt8]] = [:]
        private var bytes = 0

        package init(maxFileBytes: Int, maxFiles: Int, names: some Sequence<String> = []) {
            self.maxFileBytes = maxFileBytes
            self.maxFiles = maxFiles
            self.names = Set(names)
        }

        package mutating func receive(_ chunk: ReplicaLogMessage.Chunk) throws(RequestError) -> [UInt8]? {
            guard names.contains(chunk.name) || names.count < maxFiles else {
                throw RequestError(
                    400,
                    "there are \(names.count) files already, and at most \(maxFiles): remove old differs-from files")
            }
            // Taken out of the dictionary first: with a second reference, each chunk would copy the file.
            var file = files.removeValue(forKey: chunk.name) ?? []
            bytes -= file.count
            guard (0...file.count).contains(chunk.keep) else {
                throw RequestError(
                    400, "a chunk keeps \(chunk.keep) bytes of a file of which \(file.count) have arrived")
            }
            file.removeSubrange(chunk.keep...)
            guard file.count + chunk.text.utf8.count <= maxFileBytes else {
                throw RequestError(400, "a file has at most \(maxFileBytes) bytes")
            }
            guard bytes + file.count + chunk.text.utf8.count <= 4 * maxFileBytes else {
                throw RequestError(400, "the files of a connection have at most \(4 * maxFileBytes) bytes")
            }
            file += chunk.text.utf8
            bytes += file.count
            names.insert(chunk.name)
            files[chunk.name] = file
            return chunk.hasMore ? nil : file
        }
    }
}
