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

    /// Whether the run ended while the first lines were being written: whole lines, but no snapshot among them, and at most
    /// a torn one. All that was recorded before is in the segment before.
    var isUnbegun: Bool {
        get throws(JournalError) {
            var reader = JournalReader(source, file: name)
            do throws(FileError) {
                for _ in 1...2 {
                    switch try reader.next() {
                    case nil, .torn: return true
                    case .line(let line): if case .header = line.content { continue }
                    case .damage: break
                    }
                    return false
                }
            } catch {
                throw .unreadable(error)
            }
            return false
        }
    }
}
