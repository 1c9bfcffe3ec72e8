package import TimelineJSON
package import TimelineSystem

/// The segments of a flight recorder in a folder, of this run and earlier ones:
///
///     counter-20261121T043105-0c8b41fe-000001.jsonl          of a run that ended cleanly
///     counter-20261121T060102-5d22a0b7-000007.jsonl          of the run that crashed
///     counter-20261121T060102-5d22a0b7-000007.jsonl.status   its status page, which a clean end removes
///     counter-20261121T060102-5d22a0b7-segments.reported     the crash was reported
///
/// Processes never share a file. Above the limits the oldest whole segments of any run are removed; but never the one that is
/// written, and none of a run that crashed, until `STEM-segments.reported` exists.
package struct SegmentFolder: Sendable {
    /// The limits: the size of all segments, in bytes, and the age of each, in seconds.
    package let bytes: Int
    package let seconds: Double

    private struct Entry {
        let name: String
        var size: Int
        /// In seconds since this run began; negative if before.
        var writtenAt: Double
        /// The step that its first snapshot follows; nil for another run.
        let first: Int?
    }

    private let folder: String
    private let stem: String
    /// The oldest first. The last is the one that is written, once it exists.
    private var entries: [Entry]
    /// Segments of this run that were removed, and their last step.
    private var dropped = 0
    private var droppedThrough = 0
    package private(set) var number = 0

    package init(
        _ path: String, name: String, session: String, started: String, bytes: Int, seconds: Double
    ) throws(FileError) {
        guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else { throw FileError(name, "create", .invalidName) }
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        try PrivateFolder.prepare(path)
        folder = path
        self.bytes = bytes
        self.seconds = seconds
        let date = started.prefix(19).filter { $0 != "-" && $0 != ":" }
        stem = "\(name)-\(date)-\(session.prefix(8))"
        let length = stem.utf8.count + "-000001.jsonl".utf8.count
        entries = try JournalFolder.journals(in: path).compactMap { file in
            guard file.hasPrefix("\(name)-"), file.utf8.count == length, JournalFolder.stem(of: file) != file,
                let status = FileStatus("\(path)/\(file)"), status.kind == .file
            else { return nil }
            return Entry(name: file, size: status.size, writtenAt: -Double(status.age), first: nil)
        }
    }

    /// Creates the folder again if it was removed. Throws if another folder, or a link, took its place.
    package func prepare() throws(FileError) { try PrivateFolder.prepare(folder) }

    /// Throws as `prepare` does, and if there is no folder. Nothing may be removed in it then.
    package func requirePrivate() throws(FileError) { try PrivateFolder.require(folder) }

    package var nextPath: String { "\(folder)/\(stem)-\(JournalFolder.digits(of: number + 1)).jsonl" }

    package var droppedNote: JSON? {
        dropped == 0 ? nil : ["segments": .int(dropped), "through": .int(droppedThrough)]
    }

    package mutating func began(first: Int, at now: Double) {
        let path = nextPath
        number += 1
        entries.append(
            Entry(name: String(path.dropFirst(folder.count + 1)), size: 0, writtenAt: now, first: first))
    }

    package mutating func grew(to size: Int, at now: Double) {
        guard number > 0 else { return }
        entries[entries.count - 1].size = size
        entries[entries.count - 1].writtenAt = now
    }

    /// Returns the paths to remove, in order: the oldest segments above the limits.
    package mutating func drop(toMakeRoomFor more: Int, at now: Double) -> [String] {
        var total = entries.reduce(more) { $0 + $1.size }
        var paths: [String] = []
        var kept: [Entry] = []
        var wasDropped = false
        for (index, entry) in entries.enumerated() {
            let isNeeded = total <= bytes && now - entry.writtenAt <= seconds
            let isLast = index == entries.count - 1 && number > 0
            if wasDropped, let first = entry.first { droppedThrough = first }
            wasDropped = false
            if isNeeded || isLast || isAwaitingReport(entry) {
                kept.append(entry)
                continue
            }
            total -= entry.size
            paths += ["\(folder)/\(entry.name)", StatusPage.path(beside: "\(folder)/\(entry.name)")]
            if entry.first != nil {
                dropped += 1
                wasDropped = true
            }
        }
        let stems = Set(kept.map { JournalFolder.stem(of: $0.name) })
        for gone in Set(entries.map { JournalFolder.stem(of: $0.name) }).subtracting(stems).sorted() {
            paths.append(reported(gone))
        }
        entries = kept
        return paths
    }

    package var ownPaths: [String] { entries.filter { $0.first != nil }.map { "\(folder)/\($0.name)" } }

    /// Bytes above the limit that are kept for crash reports.
    package var overdueBytes: Int {
        let waiting = entries.filter { isAwaitingReport($0) }.reduce(0) { $0 + $1.size }
        return max(0, waiting - bytes)
    }

    private func reported(_ stem: String) -> String { "\(folder)/\(stem)-segments.reported" }

    /// It is of another run that did not end cleanly and was not reported, or has not ended.
    private func isAwaitingReport(_ entry: Entry) -> Bool {
        let stem = JournalFolder.stem(of: entry.name)
        guard entry.first == nil, !FileStatus.exists(reported(stem)) else { return false }
        // The status page is that of the last segment. A run that was killed after its end was written has one, too.
        return entries.contains {
            JournalFolder.stem(of: $0.name) == stem
                && FileStatus.exists(StatusPage.path(beside: "\(folder)/\($0.name)"))
                && !JournalFolder.hasEnd("\(folder)/\($0.name)")
        }
    }
}
