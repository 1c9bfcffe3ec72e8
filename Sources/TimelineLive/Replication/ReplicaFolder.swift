package import TimelineKit

/// Holds a log `ID.jsonl` of each replica. Thread-safe, except that one thread at a time may put files of the same name.
package final class ReplicaFolder: Sendable {
    /// A lock on a file, which ends with the process. It has no effect across machines.
    package final class Claim: Sendable {
        package let id: String
        /// What identifies this folder's replica to a host, also after it was killed.
        package let client: String
        private let file: FileDescriptor

        fileprivate init?(_ id: String, in folder: String) throws(ReplicaError) {
            self.id = id
            do throws(FileError) {
                file = try FileDescriptor("\(folder)/.\(id).lock", for: .locking)
                guard try file.lock() else { return nil }
                let known = String(decoding: try file.read(at: 0, count: 64), as: UTF8.self)
                client = known.isEmpty ? String(UInt64.random(in: 0 ... .max), radix: 16) : known
                if known.isEmpty { try file.write(Array(client.utf8)) }
            } catch {
                throw ReplicaError(.file, error.description)
            }
        }

        deinit { file.unlock() }
    }

    /// The whole lines of a log.
    package struct Summary: Codable, Equatable, Sendable {
        package let bytes: Int
        package let checksum: String

        package init(_ text: ArraySlice<UInt8>) {
            bytes = text.count
            checksum = Checksum.text(Checksum.of(text))
        }
    }

    package static let maxFileBytes = PrivateFile.sizeLimit

    package let path: String
    private let summarized = Locked<(known: [String: FileStatus], summaries: [String: Summary])>(([:], [:]))

    package init(_ path: String) throws(ReplicaError) {
        self.path = path
        do throws(FileError) { try PrivateFolder.prepare(path) } catch {
            throw ReplicaError(.folder, "nothing is shared in \(path): \(error.reason)")
        }
    }

    // MARK: - Names and ids

    func file(of name: String) -> String { "\(path)/\(name).jsonl" }

    package static func isID(_ text: some StringProtocol) -> Bool { text.isPortableFileName }

    package func claim(unlessTaken id: String) throws(ReplicaError) -> Claim? {
        guard Self.isID(id) else {
            throw ReplicaError(
                .id, "\"\(id)\" cannot be the id of a replica: use 1 to 64 lower-case letters, digits and hyphens")
        }
        return try Claim(id, in: path)
    }

    /// With a nil `id` it takes the first default id that is free, from the number on.
    package func claim(_ id: String?, from number: inout Int) throws(ReplicaError) -> Claim {
        while true {
            if let claim = try claim(unlessTaken: id ?? Self.defaultID(number)) { return claim }
            if let id {
                throw ReplicaError(
                    .idTaken, "another process is the replica \"\(id)\" in \(path); give each its own id")
            }
            number += 1
        }
    }

    static func defaultID(_ number: Int) -> String { "\(machine)-\(number)" }

    private static let machine: String = {
        guard let label = SystemInfo.hostName?.prefix(while: { $0 != "." }) else { return "replica" }
        let letters = label.lowercased().prefix(40).filter { isID(String($0)) || $0 == "-" }
        return isID(letters) ? letters : "replica"
    }()

    // MARK: - Files

    private func names() throws(FileError) -> [String] {
        try FileSystem.names(in: path).filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }
            .filter { Self.isID($0) }
    }

    /// Of all replicas that ever claimed their id or wrote a file: a lock file stays.
    package func ids() throws(FileError) -> Set<String> {
        let locks = try FileSystem.names(in: path).filter { $0.hasPrefix(".") && $0.hasSuffix(".lock") }
        return Set(locks.map { String($0.dropFirst().dropLast(5)) }).union(try names())
    }

    package func status(of name: String) -> FileStatus? { FileStatus(file(of: name)) }

    /// The whole lines of a log.
    package func text(of name: String) throws(FileError) -> [UInt8] {
        let bytes = try PrivateFile.read(file(of: name))
        return bytes.last == 0x0A ? bytes : Array(bytes[..<(bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)])
    }

    package func summaries() throws(FileError) -> [String: Summary] {
        try summarized.withLock { files throws(FileError) in
            for (name, text) in try changed(since: &files.known) { files.summaries[name] = Summary(text[...]) }
            return files.summaries.filter { status(of: $0.key) != nil }
        }
    }

    /// Sorted by name, with their whole lines, if there are any.
    func changed(
        since known: inout [String: FileStatus], where isWanted: (_ name: String) -> Bool = { _ in true },
        onProblem: (_ name: String, _ problem: String) -> Void = { _, _ in }
    ) throws(FileError) -> [(name: String, text: [UInt8])] {
        var changed: [(name: String, text: [UInt8])] = []
        for name in try names().sorted() where isWanted(name) {
            let path = file(of: name)
            guard let fingerprint = FileStatus(path), fingerprint != known[name] else { continue }
            known[name] = fingerprint
            guard fingerprint.size <= Self.maxFileBytes else {
                onProblem(
                    name, "\(path) has \(fingerprint.size) bytes, more than \(Self.maxFileBytes). It is not read.")
                continue
            }
            do throws(FileError) {
                let text = try text(of: name)
                if !text.isEmpty { changed.append((name, text)) }
            } catch {
                known[name] = nil
                if !error.isMissing { onProblem(name, "\(error). It is not read.") }
            }
        }
        return changed
    }

    /// Replaces what follows the first `offset` bytes of a log.
    package func put(_ text: [UInt8], at offset: Int = 0, as name: String) throws(FileError) {
        let path = file(of: name)
        if offset > 0, offset == status(of: name)?.size { return try FileDescriptor(path, for: .appending).write(text) }
        try PrivateFile.write(offset > 0 ? PrivateFile.read(path).prefix(offset) + text : text, to: path)
    }
}
