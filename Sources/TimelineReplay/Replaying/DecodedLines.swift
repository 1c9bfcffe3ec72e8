internal import TimelineKit

/// The lines of a journal in order, decoded. A value: copies are independent.
struct DecodedLines<P: Program> {
    private let journal: Journal
    private let migrations: MigrationPath?
    /// Nil at first, and after an error.
    private var reader: JournalReader?
    private var ahead: ReadAhead<DecodedBlock<P>>?
    /// The first is that of the last line and of the next one, if it has more.
    private var blocks: [DecodedBlock<P>] = []
    /// Of the next line, in the first block.
    var index = 0

    init(of journal: Journal, _ migrations: MigrationPath?, _ reader: JournalReader? = nil) {
        (self.journal, self.migrations, self.reader) = (journal, migrations, reader)
    }

    /// The block of the next line; nil at the end. If none was read, it begins with the line of step `seq` or one before it.
    mutating func block(fromStep seq: Int) throws(ReplayError) -> DecodedBlock<P>? {
        while true {
            if let block = blocks.first {
                if index < block.lines.count { return block }
                blocks.removeFirst()
            }
            if blocks.isEmpty, try !readBlock(fromStep: seq) { return nil }
            index = 0
        }
    }

    /// The block of the last line, which is the one before the next.
    var lastBlock: DecodedBlock<P>? { index > 0 ? blocks.first : nil }

    private mutating func readBlock(fromStep seq: Int) throws(ReplayError) -> Bool {
        let (migrations, decodesActions) = (migrations, !journal.header.isReplicaLog)
        do throws(JournalError) {
            if reader == nil { reader = try journal.lines(fromStep: seq) }
            let block = try reader?.nextBlock(&ahead) {
                DecodedBlock<P>($0, segment: $1, migrations, decodesActions: decodesActions)
            }
            if let block { blocks.append(block) }
            return block != nil
        } catch {
            self = DecodedLines(of: journal, migrations)
            throw ReplayError(error)
        }
    }

    /// The values that step `seq` generated, whose line is at `index` in the first block. They may lie in later blocks.
    mutating func generatedValues(ofStep seq: Int, at index: Int) throws(ReplayError) -> [GeneratedValue] {
        var values: [GeneratedValue] = []
        var (number, place) = (0, index + 1)
        while true {
            guard place < blocks[number].lines.count else {
                (number, place) = (number + 1, 0)
                if number == blocks.count, try !readBlock(fromStep: seq) { return values }
                continue
            }
            let line = blocks[number].lines[place]
            switch line.kind {
            case .generated: if line.seq == seq { values.append(blocks[number].values[line.index]) }
            case .action, .set, .undecoded: return values
            case .snapshot, .other: break
            }
            place += 1
        }
    }

    /// Compares canonical texts. False also if the snapshot's line was not read yet.
    func hasSnapshot(of state: P.State, at place: Place) -> Bool {
        guard migrations == nil, let block = blocks.first, block.segment == place.segment,
            case let start = place.byte - block.block.byte,
            let line = block.lines[index...].first(where: { $0.bytes.lowerBound >= start }),
            line.bytes.lowerBound == start, line.kind == .snapshot, let text = try? JSONCoding.encode(state)
        else { return false }
        return block.block.bytes[line.bytes].withUnsafeBufferPointer { bytes in
            let value = UnsafeBufferPointer(rebasing: bytes[line.index...])
            return text.begins(value) && LineOutline.isEnd(UnsafeBufferPointer(rebasing: value[text.count...]))
        }
    }
}
