import Testing
import TimelineJSON
import TimelineJournal

@testable import TimelineKit

struct SnapshotBacklogTests {
    private var backlog = SnapshotBacklog()

    private mutating func append(_ steps: ClosedRange<Int>, size: Int = 100) {
        for seq in steps {
            backlog.append(snapshot(seq), isRequired: true, size: size) { () throws(JSONCodingError) in text(100) }
        }
    }

    @Test mutating func oneSnapshotOfAnySizeDoesNotFillTheBacklog() {
        append(1...1, size: 65 << 20)
        #expect(!backlog.isFull)
        append(2...2, size: 1)
        #expect(backlog.isFull)

        backlog = SnapshotBacklog()
        append(1...4, size: 16 << 20)
        #expect(!backlog.isFull)
        // The size of an encoded line is known.
        backlog.encoded(snapshot(2), .success(line((16 << 20) + 1)))
        #expect(backlog.isFull)
    }

    @Test mutating func snapshotsLeaveInTheOrderOfTheirSteps() {
        append(1...3)
        backlog.encoded(snapshot(2), .success(line(2)))
        #expect(backlog.removeEncoded() == nil)
        backlog.encoded(snapshot(1), .success(line(1)))
        // A second line of the same snapshot is ignored.
        backlog.encoded(snapshot(1), .success(line(9)))
        let first = backlog.removeEncoded()
        #expect(first?.snapshot.seq == 1 && (try? first?.line?.get()) == line(1))
        #expect((1...2).map { _ in backlog.removeEncoded()?.snapshot.seq } == [2, nil])
        backlog.encoded(snapshot(2), .success(line(2)))
        #expect(backlog.first?.line == nil)
    }

    @Test mutating func replaceableSnapshotsAreRemoved() {
        append(1...1)
        backlog.append(SnapshotBacklog.Request(seq: 2, at: .zero), isRequired: false, size: 1) {
            () throws(JSONCodingError) in text(2)
        }
        append(3...3)
        #expect(backlog.removeReplaceable().map(\.snapshot.seq) == [2])
        #expect(backlog.take()?.snapshot.seq == 1)
        #expect(backlog.take()?.snapshot.seq == 3)
    }
}

private func snapshot(_ seq: Int) -> SnapshotBacklog.Request {
    SnapshotBacklog.Request(seq: seq, at: .zero, isOfOpaqueStep: true)
}

private func line(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "1"), count: count) }

/// A text of `count` bytes.
private func text(_ count: Int) -> JSONText {
    JSONText(unchecked: [UInt8](repeating: UInt8(ascii: "1"), count: count))
}
