internal import TimelineKit

extension OwnFile {
    /// Nil if the recorder writes no file there.
    static func role(of path: String, beside journal: String) -> String? {
        let (folder, name) = FileSystem.split(journal)
        let plain = JournalFolder.unpackedName(name)
        let segment = JournalFolder.stem(of: plain)
        let stems = [plain.hasSuffix(".jsonl") ? String(plain.dropLast(".jsonl".count)) : plain, segment + "-segments"]
        let names =
            [name, plain].map { ("the status page", StatusPage.path(beside: $0)) }
            + stems.map { ("the mark that a crash was reported,", $0 + ".reported") }
        let other = FileSystem.split(path)
        return names.first { candidate in
            candidate.1 == other.name && FileStatus.isSame(folder, other.folder)
                || FileStatus.isSame("\(folder)/\(candidate.1)", path)
        }?.0
    }
}
