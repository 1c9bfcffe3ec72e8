/// The segments of a flight recorder in a folder, of this run and earlier ones:
///
///     counter-20261121T043105-0c8b41fe-000001.jsonl          of a run that ended cleanly
///     counter-20261121T060102-5d22a0b7-000007.jsonl          of the run that crashed
///     counter-20261121T060102-5d22a0b7-000007.jsonl.status   its status page, which a clean end removes
///     counter-20261121T060102-5d22a0b7-segments.reported     the crash was reported
///
/// Processes never share a file. Above the limits whole segments are removed, the oldest first: of runs that ended cleanly or were
/// reported, then of this run, then of runs whose crash was not reported. Never the one that is written, and none of a run that another
/// process is writing. The folder is listed once.
package struct SegmentFolder: Sendable {
    /// The limits: the size of all segments, in bytes, and the age of each, in seconds.
    package let bytes: Int
    package let seconds: Double

    private struct Segment {
        let name: String
        var size: Int
        /// In seconds since this run began; negative if before.
        var writtenAt: Double
        /// The step that its first snapshot follows, in this run.
        var first = 0
        /// The files to remove with it.
        var others: [String] = []
        /// The last segment of its run, which a process that writes it has locked; nil unless the run ended uncleanly and unreported.
        var last: String?
    }

    private let folder: String
    private let stem: String
    private var ended: [Segment] = []
    private var unreported: [Segment] = []
    /// The last is the one that is written.
    private var own: [Segment] = []
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
        (self.bytes, self.seconds) = (bytes, seconds)
        let date = started.prefix(19).filter { $0 != "-" && $0 != ":" }
        stem = "\(name)-\(date)-\(session.prefix(8))"
        let names = try FileSystem.names(in: path).filter { $0.hasPrefix("\(name)-") }
        let files = Dictionary(grouping: names.sorted()) { String(Substring($0.utf8.prefix(stem.utf8.count))) }
        let runs = files.map { run(of: $1, $0) }.filter { !$0.isEmpty }
        for run in runs.sorted(by: { ($0.last!.writtenAt, $0[0].name) < ($1.last!.writtenAt, $1[0].name) }) {
            if run[0].last == nil { ended += run } else { unreported += run }
        }
    }

    /// The sizes include those of the files beside a segment: its status page, and the crash bundle of its run. Where a kill left files
    /// without a segment, the first counts as one.
    private func run(of files: [String], _ stem: String) -> [Segment] {
        let length = stem.utf8.count + "-000001.jsonl".utf8.count
        let reported = stem + "-segments.reported"
        var (segments, isOpen, isReported) = ([Segment](), false, false)
        for file in files {
            let segment = String(Substring(file.utf8.prefix(length)))
            let isStatus = file == StatusPage.path(beside: segment)
            guard
                file == segment && JournalFolder.stem(of: file) == stem || isStatus || file == reported
                    || file.hasPrefix(stem + "-segments.bundle."),
                let status = FileStatus("\(folder)/\(file)"), status.kind == .file
            else { continue }
            isOpen = isOpen || isStatus
            isReported = isReported || file == reported
            if file == segment || segments.isEmpty {
                segments.append(Segment(name: file, size: status.size, writtenAt: -Double(status.age)))
            } else {
                segments[segments.count - 1].others.append(file)
                segments[segments.count - 1].size += status.size
            }
        }
        if isOpen, !isReported {
            let last = segments.last?.name
            for index in segments.indices { segments[index].last = last }
        }
        return segments
    }

    /// Creates the folder again if it was removed. Throws if another folder, or a link, took its place.
    package func prepare() throws(FileError) { try PrivateFolder.prepare(folder) }

    /// Throws as `prepare` does, and if there is no folder. Nothing may be removed in it then.
    package func requirePrivate() throws(FileError) { try PrivateFolder.require(folder) }

    package var nextPath: String { "\(folder)/\(stem)-\(JournalFolder.digits(of: number + 1)).jsonl" }

    /// The segments of this run that were removed, and their last step.
    package var droppedNote: JSON? {
        let dropped = number - own.count
        return dropped == 0 ? nil : ["segments": .int(dropped), "through": .int(own.first?.first ?? 0)]
    }

    package mutating func began(first: Int, size: Int, at now: Double) {
        let name = String(nextPath.dropFirst(folder.count + 1))
        number += 1
        own.append(
            Segment(name: name, size: size, writtenAt: now, first: first, others: [StatusPage.path(beside: name)]))
    }

    package mutating func grew(to size: Int, at now: Double) {
        guard let last = own.indices.last else { return }
        own[last].size = size
        own[last].writtenAt = now
    }

    /// Returns the paths to remove, in order: the oldest segments above the limits.
    package mutating func drop(toMakeRoomFor more: Int, at now: Double) -> [String] {
        // Copies, as the lists are changed meanwhile.
        let (bytes, seconds, folder, current) = (bytes, seconds, folder, own.last?.name)
        var total = [ended, own, unreported].joined().reduce(more) { $0 + $1.size }
        var removed: [Segment] = []
        func remove(from segments: inout [Segment]) {
            segments.removeAll { segment in
                guard total > bytes || now - segment.writtenAt > seconds, segment.name != current,
                    !(segment.last.map { FileDescriptor.isLocked("\(folder)/\($0)") } ?? false)
                else { return false }
                total -= segment.size
                removed.append(segment)
                return true
            }
        }
        remove(from: &ended)
        remove(from: &own)
        remove(from: &unreported)
        return removed.flatMap { [$0.name] + $0.others }.map { "\(folder)/\($0)" }
    }

    package var ownPaths: [String] { own.map { "\(folder)/\($0.name)" } }
}
