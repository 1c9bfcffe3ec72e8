internal import Dispatch
internal import TimelineJournal
package import TimelineSystem

/// The folder of a replica as it is for whoever carries files between two such folders: a sync service, or a host and its
/// client. Every file is of one replica, which alone writes it; who carries it puts whole copies elsewhere.
///
/// Used on any thread; files of one name are put by one at a time.
package final class SheetCarrier: Sendable {
    /// What was seen of files, so that only those that changed are read.
    package struct Seen: Sendable {
        fileprivate var fingerprints: [String: FileStatus] = [:]

        package init() {}
    }

    /// A file that is larger is not carried.
    package static let mostBytes = ReplicaFolder.mostBytes

    private let folder: ReplicaFolder
    private let watch: FolderWatch
    private let listeners: Listeners

    /// - Parameter path: The folder, which is made where it is not there.
    package init(_ path: String) throws(ReplicaError) {
        folder = try ReplicaFolder(path)
        let queue = DispatchQueue(label: "timeline.carrier", qos: .utility)
        let listeners = Listeners()
        self.listeners = listeners
        do throws(FileError) {
            watch = try FolderWatch(folder.path, for: nil, on: queue) { listeners.notify() }
        } catch {
            throw .file(error)
        }
    }

    package var path: String { folder.path }

    // MARK: - Ids

    /// Takes an id, for as long as someone holds on to the claim; nil where another has it.
    package func claim(_ id: String) throws(ReplicaError) -> ReplicaClaim? { try folder.claim(unlessTaken: id) }

    /// The ids that a replica of this machine takes by itself, in their order from 1.
    package static func id(_ number: Int) -> String { ReplicaFolder.id(number) }

    // MARK: - Files

    /// Whose file it is: `lap-1` of `lap-1` and `lap-1.differs-from-desk-1`; nil where no replica writes a file of the name.
    package static func origin(of name: String) -> String? { ReplicaFolder.origin(of: name) }

    package func has(_ name: String) -> Bool { FileStatus(folder.file(of: name)) != nil }

    /// Whether a file is as it was seen.
    package func isAsSeen(_ name: String, _ seen: Seen) -> Bool {
        FileStatus(folder.file(of: name)) == seen.fingerprints[name]
    }

    /// The names of the files that changed since they were seen, sorted, with the whole lines that are in them.
    package func changed(
        since seen: inout Seen, where isWanted: (_ origin: String) -> Bool
    ) throws(FileError) -> [(name: String, text: [UInt8])] {
        var changed: [(name: String, text: [UInt8])] = []
        for name in try folder.names() {
            guard let origin = Self.origin(of: name), isWanted(origin) else { continue }
            let path = folder.file(of: name)
            guard let fingerprint = FileStatus(path), fingerprint != seen.fingerprints[name] else { continue }
            seen.fingerprints[name] = fingerprint
            guard fingerprint.size <= Self.mostBytes else { continue }
            let bytes: [UInt8]
            do throws(FileError) { bytes = try PrivateFile.read(path) } catch {
                // It was removed, or replaced, meanwhile; or nobody can read it, which the replica tells.
                seen.fingerprints[name] = error.isMissing ? nil : fingerprint
                continue
            }
            if let end = bytes.lastIndex(of: 0x0A) { changed.append((name, Array(bytes[...end]))) }
        }
        return changed
    }

    /// Puts a copy of a file in the place of the one that is there.
    package func put(_ text: [UInt8], as name: String) throws(FileError) {
        try PrivateFile.write(text, to: folder.file(of: name))
    }

    /// Rings when a file may have changed, once for many, until nobody listens any more.
    package func bell() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = listeners.add(listener)
        listener.onTermination = { [listeners] _ in listeners.remove(number) }
        return stream
    }

    private final class Listeners: Sendable {
        private let all = Locked<(last: Int, byNumber: [Int: AsyncStream<Void>.Continuation])>((0, [:]))

        func add(_ listener: AsyncStream<Void>.Continuation) -> Int {
            all.withLock { all in
                all.last += 1
                all.byNumber[all.last] = listener
                return all.last
            }
        }

        func remove(_ number: Int) { all.withLock { $0.byNumber[number] = nil } }

        func notify() { for listener in all.withLock({ Array($0.byNumber.values) }) { listener.yield() } }
    }
}
