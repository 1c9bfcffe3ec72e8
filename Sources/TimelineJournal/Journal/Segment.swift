internal import TimelineJSON
package import TimelineSystem

/// One file of a journal, open for reading.
package struct Segment: Sendable {
    /// The file, as it is named in messages.
    package let name: String
    package let source: any ByteSource
    /// The size when it was opened; of a packed file, that of what was unpacked.
    package let size: Int
    /// Whether the header has the key `checksums`, so that a line without a checksum is damage. False until the header is read.
    var hasChecksums = false
    /// Why a packed file was not unpacked whole.
    package let fault: Unpacked.Fault?

    /// The segments that `path` names: of a file, of a folder, or of standard input where it is `-`.
    package static func all(at path: String, _ unpacker: (any Unpacker)?) throws(JournalError) -> [Segment] {
        if path == "-" {
            let name = "standard input"
            let spooled: FileBytes
            do throws(FileError) { spooled = try FileBytes(spooling: 0, named: name) } catch {
                throw .unreadable(error)
            }
            return [try Segment(name: name, file: spooled, unpacker)]
        }
        guard FileStatus.isFolder(path) else { return [try Segment(opening: path, unpacker)] }
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let names: [String]
        do throws(FileError) {
            names = try JournalFolder.journals(in: folder, packed: unpacker != nil)
        } catch {
            throw .unreadable(error)
        }
        let timelines = JournalFolder.timelines(of: names)
        guard let timeline = timelines.first else { throw .emptyFolder(path) }
        guard timelines.count == 1 else {
            throw .severalTimelines(folder: folder, names: timelines.map { $0[0] })
        }
        var segments: [Segment] = []
        for name in timeline { segments.append(try Segment(opening: "\(folder)/\(name)", unpacker)) }
        return segments
    }

    init(opening path: String, _ unpacker: (any Unpacker)? = nil) throws(JournalError) {
        let file: FileBytes
        do throws(FileError) { file = try FileBytes(opening: path) } catch { throw .unreadable(error) }
        try self.init(name: path, file: file, unpacker)
    }

    private init(name: String, file: FileBytes, _ unpacker: (any Unpacker)?) throws(JournalError) {
        let unpacked = try unpacker?.unpack(file, named: name)
        try self.init(name: name, source: unpacked?.bytes ?? file, fault: unpacked?.fault)
    }

    package init(name: String, source: any ByteSource, fault: Unpacked.Fault? = nil) throws(JournalError) {
        self.name = name
        self.source = source
        self.fault = fault
        do throws(FileError) { size = try source.size() } catch { throw .unreadable(error) }
    }

    /// Why it does not count, where its first lines, header and snapshot, are not whole: the run ended while they were
    /// being written; or the power failed before they were on the disk, which leaves zeros in their place, whatever
    /// follows. All that is known to have been on the disk is in the segments before.
    ///
    /// A single zero is no sign of that: it may be a bit that flipped, which is damage.
    package func unbegun() throws(JournalError) -> Damage? {
        // Packed data that are damaged are no sign of it, either.
        if let fault, !fault.isCut { return nil }
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

extension Segment {
    /// The state that stands on the line of a checkpoint.
    func state(at checkpoint: Checkpoint) throws(JournalError) -> JSONText {
        var reader = JournalReader(source, file: name, from: checkpoint.place, requiresChecksums: hasChecksums)
        do throws(FileError) {
            if case .line(let line) = try reader.next() {
                switch line.content {
                case .snapshot(let snapshot): return snapshot.state
                case .step(let step): if case .set(let state, _) = step.change { return state }
                default: break
                }
            }
        } catch {
            throw .unreadableWithin(error)
        }
        // The file was another when its place was found.
        throw .unreadableWithin(FileError(name, "read", FileError.changedUnderneath))
    }
}

extension Line {
    fileprivate var isHeader: Bool { if case .header = self { true } else { false } }
}
