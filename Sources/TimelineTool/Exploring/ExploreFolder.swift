internal import TimelineDebugger
internal import TimelineKit

/// A new folder with a timeline of each bug. It is begun before the search, and is there once all of it is written.
enum ExploreFolder {
    static func check(_ path: String, force: Bool) throws {
        try OutputOption.check(path, force: force)
        guard force else { return }
        let other: String?
        do throws(FileError) { other = try OutputFolder.unexpected(in: path) { $0.hasSuffix(".jsonl") } } catch {
            throw OutputOption.cannotCreate(error)
        }
        if let other {
            throw ToolError(
                .cannotCreate,
                "-o \(path): \(Layout.visible(other)) in it is no timeline, so the folder is not replaced")
        }
    }

    static func finish(
        _ folder: consuming OutputFolder, _ findings: [ExploreFinding], force: Bool
    ) throws(FileError) -> [String] {
        let names = findings.map { name(of: $0.key) }
        for (finding, name) in zip(findings, names) {
            try ProductFile.write(finding.timeline.bytes, to: folder.place(of: name), replacing: false)
        }
        try folder.finish(replacing: force)
        return names
    }

    /// `unread-is-never-negative-1f0c22ab.jsonl`: the same for the same bug.
    static func name(of key: ExploreKey) -> String {
        let rule =
            switch key.rule {
            case .invariant(let name): name
            case .condition, .change, .response: "condition"
            case .crash(let signal): signal
            case .notDeterministic: "not deterministic"
            case .coding: "coding"
            }
        let words = rule.lowercased().utf8.split { !($0 >= 97 && $0 <= 122 || $0 >= 48 && $0 <= 57) }
        let slug = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-").prefix(48)
        // FNV-1a.
        let hash = "\(key.rule) \(key.types)".utf8.reduce(0x811C_9DC5) { (hash: UInt32, byte: UInt8) in
            (hash ^ UInt32(byte)) &* 0x0100_0193
        }
        let digits = String(hash, radix: 16)
        return "\(slug)\(slug.isEmpty ? "" : "-")\(String(repeating: "0", count: 8 - digits.count))\(digits).jsonl"
    }
}
