import Testing
import TimelineDebugger
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// The last segment of a run that a kill or a loss of power stopped while its first lines were written.
struct UnbegunSegmentTests {
    private let scratch = TemporaryFolder()
    private var first: [UInt8] { get throws { try Fixture.bytes("Segments/counter-000001.jsonl") } }
    private var second: [UInt8] { get throws { try Fixture.bytes("Segments/counter-000002.jsonl") } }
    private let torn = "the segment ends before its first state is complete"
    private let lost = "it holds zeros: the power failed before the segment's first lines were on the disk"

    init() throws { try scratch.write(first, to: "counter-000001.jsonl") }

    /// A segment of which some bytes never reached the disk.
    private func zeroed(_ range: Range<Int>, cutTo length: Int? = nil) throws -> [UInt8] {
        var bytes = try second
        bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
        return Array(bytes.prefix(length ?? bytes.count))
    }

    private func expectLeftOut(_ bytes: [UInt8], line: Int, byte: Int, _ reason: String) throws {
        let name = "counter-000002.jsonl"
        try scratch.write(bytes, to: name)
        let journal = try Journal(opening: scratch.path).sound()
        #expect(journal.last == 3)
        #expect(try journal.state(at: #require(journal.index.checkpoints.last)).value == ["count": 0])
        let damage = Damage(file: scratch.file(name), line: line, byte: byte, reason: reason, kind: .torn)
        #expect(try journal.index.torn == damage)
        #expect(
            errorMessage { try journal.requireSound(.strict) } == """
                damage in \(damage).
                It was not written completely; without --recover strict it is left out.
                """)
    }

    @Test func isLeftOutIfItsFirstLinesAreMissing() throws {
        // The header is 229 bytes long with its LF, the snapshot 61.
        for length in [0, 1, 228, 229, 289] { try expectLeftOut(Array(second.prefix(length)), line: 1, byte: 0, torn) }
    }

    @Test func isLeftOutIfItsFirstLinesHoldZeros() throws {
        try expectLeftOut([UInt8](repeating: 0, count: 4096), line: 1, byte: 0, torn)
        try expectLeftOut(zeroed(0..<512), line: 1, byte: 0, lost)
        try expectLeftOut(zeroed(0..<228), line: 1, byte: 0, lost)
        try expectLeftOut(zeroed(100..<160), line: 1, byte: 100, lost)
        try expectLeftOut(zeroed(0..<512, cutTo: 600), line: 1, byte: 0, lost)
        try expectLeftOut(zeroed(229..<289), line: 2, byte: 229, lost)
        try expectLeftOut(zeroed(240..<512), line: 2, byte: 240, lost)
    }

    @Test func isLeftOutTogetherWithAnUnbegunSegmentBeforeIt() throws {
        try scratch.write([UInt8](repeating: 0, count: 512), to: "counter-000003.jsonl")
        try expectLeftOut(zeroed(0..<512), line: 1, byte: 0, lost)
        #expect(
            try Journal(opening: scratch.path).index.tornSegments == [
                Damage(file: scratch.file("counter-000002.jsonl"), line: 1, byte: 0, reason: lost, kind: .torn),
                Damage(file: scratch.file("counter-000003.jsonl"), line: 1, byte: 0, reason: torn, kind: .torn),
            ])
    }

    @Test func isRefusedIfItIsTheOnlyOne() throws {
        let path = try scratch.write(zeroed(0..<512), to: "alone.jsonl")
        #expect(
            errorMessage { try Journal(opening: path) } == """
                \(path) is not a timeline: line 1, byte 0: expected an object, found byte 0x0.
                A timeline is JSON Lines, and its first line begins with {"timeline":1,
                """)
    }

    /// Flipped bits are damage, which is never skipped.
    @Test func isDamagedIfNoTwoZerosAreAdjacent() throws {
        let path = try scratch.write(zeroed(100..<101), to: "counter-000002.jsonl")
        #expect(
            errorMessage { try Journal(opening: scratch.path) } == """
                \(path) is not a timeline: line 1, byte 100: expected a comma or }, found byte 0x0.
                A timeline is JSON Lines, and its first line begins with {"timeline":1,
                """)
    }

    @Test func isDamagedIfWholeSegmentsFollow() throws {
        try scratch.write(zeroed(0..<512), to: "counter-000002.jsonl")
        try scratch.write(second, to: "counter-000003.jsonl")
        #expect(throws: JournalError.self) { try Journal(opening: scratch.path) }
    }

    /// The page of a segment is removed once the next segment has one.
    @Test func thePageOfTheSegmentBeforeShowsTheLastStep() throws {
        try scratch.write(zeroed(0..<512), to: "counter-000002.jsonl")
        let session = try Journal(opening: scratch.file("counter-000001.jsonl")).header.session
        for (reduced, unreturned) in [(2, 3 as Int?), (3, nil)] {
            let page = try StatusPage(beside: scratch.file("counter-000001.jsonl"), session: session, reduced: reduced)
            #expect(try Journal(opening: scratch.path).unreturned == unreturned)
            #expect(try Journal(Salvage(of: scratch.path)).unreturned == unreturned)
            page.remove()
        }
    }
}
