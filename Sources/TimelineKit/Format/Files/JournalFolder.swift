/// The names of journals in a folder: `NAME.jsonl`, or segments `NAME-000001.jsonl`, …; packed ones end in `.jsonl.gz`.
package enum JournalFolder {
    package static func journals(in folder: String, packed: Bool = false) throws(FileError) -> [String] {
        let names = try FileSystem.names(in: folder).filter { name in
            let plain = packed ? unpackedName(name) : name
            return plain.hasSuffix(".jsonl") && !plain.hasSuffix(".bundle.jsonl") && !name.hasPrefix(".")
        }
        let plain = Set(names)
        return names.filter { $0 == unpackedName($0) || !plain.contains(unpackedName($0)) }
            .sorted { unpackedName($0) < unpackedName($1) }
    }

    package static func unpackedName(_ name: String) -> String {
        name.hasSuffix(".gz") ? String(name.dropLast(".gz".count)) : name
    }

    package static func holdsPacked(_ path: String) -> Bool {
        let folder = run(path)?.folder ?? path
        guard FileStatus.isFolder(folder), let names = try? journals(in: folder, packed: true) else { return false }
        return names.contains { $0 != unpackedName($0) }
    }

    /// The segments of a path in the form `FOLDER/STEM-*.jsonl`; nil of any other path.
    package static func run(_ path: String) -> (folder: String, files: [String])? {
        let end = "-*.jsonl"
        guard path.hasSuffix(end), !FileStatus.exists(path), let slash = path.lastIndex(of: "/") else { return nil }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        let name = path[path.index(after: slash)...].dropLast(end.count)
        let files = (try? journals(in: folder, packed: true))?.filter { $0 != name && stem(of: $0) == name } ?? []
        return files.isEmpty ? nil : (folder, files.map { "\(folder)/\($0)" })
    }

    /// The names are sorted.
    package static func timelines(of names: [String]) -> [[String]] {
        Dictionary(grouping: names, by: stem).values.sorted { unpackedName($0[0]) < unpackedName($1[0]) }
    }

    /// The name without `-000001.jsonl`; the whole name if it is not that of a segment.
    package static func stem(of name: String) -> String {
        let parts = unpackedName(name).dropLast(".jsonl".count)
        let digits = parts.suffix(6)
        guard digits.count == 6, digits.allSatisfy(\.isNumber), parts.dropLast(6).last == "-" else { return name }
        return String(parts.dropLast(7))
    }

    /// The file name of a segment, from that of segment `other`; nil if that is not named as a segment.
    static func name(ofSegment number: Int, beside file: String, which other: Int) -> String? {
        let name = FileSystem.name(of: file)
        let stem = stem(of: name)
        guard stem != name, let tail = name.firstRange(of: ".jsonl")?.lowerBound, Int(name[..<tail].suffix(6)) == other
        else { return nil }
        return "\(stem)-\(digits(of: number))\(name[tail...])"
    }

    static func digits(of segment: Int) -> String {
        let digits = String(segment)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Whether the last line of a journal is the end of the run. Reads only the end of the file; false if that line is longer.
    package static func hasEnd(_ path: String) -> Bool {
        let tail = 4096
        guard let file = try? FileBytes(opening: path), let size = try? file.size(),
            let bytes = try? file.read(at: max(0, size - tail), count: tail), TornLine.start(in: bytes) == bytes.count,
            let line = bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last,
            case .end? = try? LineParser.parse(Array(line))
        else { return false }
        return true
    }
}
