import Testing
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
}

private func snapshot(_ seq: Int) -> SnapshotBacklog.Request {
    SnapshotBacklog.Request(seq: seq, at: .zero, isOfOpaqueStep: true)
}

private func line(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "1"), count: count) }

private func text(_ count: Int) -> JSONText {
    JSONText(unchecked: [UInt8](repeating: UInt8(ascii: "1"), count: count))
}
