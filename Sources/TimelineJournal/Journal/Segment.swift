/// One file of a journal, open for reading.
struct Segment: Sendable {
    /// The file, as it is named in messages.
    let name: String
    let source: any ByteSource
    /// The size when it was opened.
    let size: Int

    /// The segments that `path` names: of a file, of a folder, or of standard input where it is `-`.
    static func all(at path: String) throws(JournalError) -> [Segment] {
        if path == "-" {
            let name = "standard input"
            return [try Segment(name: name) { () throws(FileError) in try FileBytes(spooling: 0, named: name) }]
        }
        guard JournalFolder.isFolder(path) else { return [try Segment(opening: path)] }
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let names: [String]
        do throws(FileError) { names = try JournalFolder.journals(in: folder) } catch { throw .unreadable(error) }
        let timelines = JournalFolder.timelines(of: names)
        guard let timeline = timelines.first else { throw .emptyFolder(path) }
        guard timelines.count == 1 else {
            throw .severalTimelines(folder: folder, names: timelines.map { $0[0] })
        }
        var segments: [Segment] = []
        for name in timeline { segments.append(try Segment(opening: "\(folder)/\(name)")) }
        return segments
    }

    init(opening path: String) throws(JournalError) {
        try self.init(name: path) { () throws(FileError) in try FileBytes(opening: path) }
    }

    init(name: String, source: () throws(FileError) -> any ByteSource) throws(JournalError) {
        do throws(FileError) {
            self.name = name
            self.source = try source()
            size = try self.source.size()
        } catch {
            throw .unreadable(error)
        }
    }

    /// Why it does not count, where its first lines, header and snapshot, are not whole: the run ended while they were
    /// being written; or the power failed before they were on the disk, which leaves zeros in their place, whatever
    /// follows. All that is known to have been on the disk is in the segments before.
    ///
    /// A single zero is no sign of that: it may be a bit that flipped, which is damage.
    func unbegun() throws(JournalError) -> Damage? {
        do throws(FileError) {
            var lines = RawLines(source)
            for number in 1...2 {
                guard let line = try lines.next(), !line.isTorn else {
                    return Damage(
                        file: name, line: 1, byte: 0, reason: "the segment ends before its first state is whole")
                }
                if let zeros = line.bytes.indices.dropLast().first(where: { line.bytes[$0] | line.bytes[$0 + 1] == 0 })
                {
                    return Damage(
                        file: name, line: number, byte: line.byte + zeros,
                        reason: "zeros stand there: the power failed before the segment's first lines were on the disk")
                }
                if number == 1, (try? JournalReader.content(of: line))?.isHeader != true { return nil }
            }
        } catch {
            throw .unreadable(error)
        }
        return nil
    }
}

extension Line {
    fileprivate var isHeader: Bool { if case .header = self { true } else { false } }
}
