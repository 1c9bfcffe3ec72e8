internal import TimelineKit

extension JournalFolder {
    /// Their paths, the newest first: the file or, of segments, `FOLDER/STEM-*.jsonl`. Nil of any other path.
    static func several(in path: String) -> [String]? {
        guard FileStatus.isFolder(path), let names = try? journals(in: path, packed: true) else { return nil }
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let groups = timelines(of: names)
        if groups.count < 2 { return nil }
        let timelines = groups.map { files in
            let stem = stem(of: files[0])
            let plain = files.first { unpackedName($0) == $0 }
            let started = plain.flatMap { try? Segment(opening: "\(folder)/\($0)").header().started }
            // The name has the time, too.
            let time = started ?? stem.split(separator: "-").last { $0.dropFirst(8).first == "T" }.map(String.init)
            return (
                path: "\(folder)/\(stem == files[0] ? stem : "\(stem)-*.jsonl")",
                time: (time ?? "").filter { !"-:Z".contains($0) }
            )
        }
        return timelines.sorted { $0.time == $1.time ? $0.path < $1.path : $0.time > $1.time }.map(\.path)
    }
}
