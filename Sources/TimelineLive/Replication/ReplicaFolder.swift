internal import Dispatch
internal import TimelineJournal
package import TimelineSystem

/// Holds a log `ID.jsonl` of each replica. Thread-safe, except that one thread at a time may put files of the same name.
package final class ReplicaFolder: Sendable {
    /// A lock on a file, which ends with the process. It has no effect across machines.
    package final class Claim: Sendable {
        package let id: String
        private let file: FileDescriptor

        fileprivate init?(_ id: String, in folder: String) throws(ReplicaError) {
            self.id = id
            do throws(FileError) {
                file = try FileDescriptor("\(folder)/.\(id).lock", for: .locking)
                guard try file.lock() else { return nil }
            } catch {
                throw ReplicaError(.file, error.description)
            }
        }
    }

    private final class Observers: Sendable {
        let all = Locked<(last: Int, byNumber: [Int: @Sendable () -> Void])>((0, [:]))

        func notify() { for observer in all.withLock({ Array($0.byNumber.values) }) { observer() } }
    }

    package static let maxFileBytes = PrivateFile.sizeLimit

    package let path: String
    let queue = DispatchQueue(label: "timeline.replica", qos: .utility)
    private let observers = Observers()
    private let watch: FolderWatch

    package init(_ path: String) throws(ReplicaError) {
        self.path = path
        do throws(FileError) { try PrivateFolder.prepare(path) } catch {
            throw ReplicaError(.folder, "nothing is shared in \(path): \(error.reason)")
        }
        do throws(FileError) {
            watch = try FolderWatch(path, for: nil, on: queue) { [observers] in observers.notify() }
        } catch {
            throw ReplicaError(.file, error.description)
        }
    }

    // MARK: - Names and ids

    func file(of name: String) -> String { "\(path)/\(name).jsonl" }

    package static func origin(of name: String) -> String? { isID(name) ? name : nil }

    static func isID(_ text: some StringProtocol) -> Bool { text.isPortableFileName }

    package func claim(unlessTaken id: String) throws(ReplicaError) -> Claim? {
        guard Self.isID(id) else {
            throw ReplicaError(
                .id, "\"\(id)\" cannot be the id of a replica: use 1 to 64 lower-case letters, digits and hyphens")
        }
        return try Claim(id, in: path)
    }

    func claim(_ id: String?) throws(ReplicaError) -> Claim {
        var number = 1
        while true {
            if let claim = try claim(unlessTaken: id ?? Self.defaultID(number)) { return claim }
            if let id { throw Self.idTakenError(id, in: path) }
            number += 1
        }
    }

    package static func idTakenError(_ id: String, in folder: String) -> ReplicaError {
        ReplicaError(.idTaken, "another process is the replica \"\(id)\" in \(folder); give each its own id")
    }

    package static func defaultID(_ number: Int) -> String { "\(machine)-\(number)" }

    private static let machine: String = {
        guard let label = SystemInfo.hostName?.prefix(while: { $0 != "." }) else { return "replica" }
        let letters = label.lowercased().prefix(40).filter { isID(String($0)) || $0 == "-" }
        return isID(letters) ? letters : "replica"
    }()

    // MARK: - Files

    /// Of the files that replicas write.
    package func names() throws(FileError) -> [String] {
        try FileSystem.names(in: path).filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }
            .filter { Self.origin(of: $0) != nil }
    }

    /// Of all replicas that ever claimed their id or wrote a file: a lock file stays.
    package func ids() throws(FileError) -> Set<String> {
        let locks = try FileSystem.names(in: path).filter { $0.hasPrefix(".") && $0.hasSuffix(".lock") }
        return Set(locks.map { String($0.dropFirst().dropLast(5)) }).union(try names().compactMap(Self.origin(of:)))
    }

    package func status(of name: String) -> FileStatus? { FileStatus(file(of: name)) }

    /// Sorted by name, with their whole lines.
    package func changed(
        since known: inout [String: FileStatus], where isWanted: (_ name: String) -> Bool,
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
                let bytes = try PrivateFile.read(path)
                if let end = bytes.lastIndex(of: 0x0A) { changed.append((name, Array(bytes[...end]))) }
            } catch {
                known[name] = nil
                if !error.isMissing { onProblem(name, "\(error). It is not read.") }
            }
        }
        return changed
    }

    package func put(_ text: [UInt8], as name: String) throws(FileError) {
        try PrivateFile.write(text, to: file(of: name))
    }

    // MARK: - Observing

    package func observe(_ onChange: @escaping @Sendable () -> Void) -> Int {
        observers.all.withLock { all in
            all.last += 1
            all.byNumber[all.last] = onChange
            return all.last
        }
    }

    package func stopObserving(_ observer: Int) { observers.all.withLock { $0.byNumber[observer] = nil } }

    package func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let observer = observe { continuation.yield() }
        continuation.onTermination = { [weak self] _ in self?.stopObserving(observer) }
        return stream
    }
}
