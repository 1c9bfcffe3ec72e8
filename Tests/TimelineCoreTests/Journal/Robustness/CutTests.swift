import Testing
import TimelineTestSupport

@testable import TimelineJournal

/// A journal cut after any byte, as by a kill.
struct CutTests {
    @Test(arguments: ["full.jsonl", "odd.jsonl", "generated.jsonl"]) func returnEveryWholeLine(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let whole = try lines(of: bytes)
        // The places just after each LF.
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        for cut in 0...bytes.count {
            let left = Array(bytes[..<cut])
            let count = ends.filter { $0 <= cut }.count
            let isTorn = cut > (ends.last { $0 <= cut } ?? 0)
            guard count > 0 else {
                let reason = "the first line has no end, so nothing whole is here"
                let error =
                    cut == 0
                    ? JournalError.empty(file: "cut")
                    : .notATimeline(file: "cut", line: 1, byte: 0, reason: reason)
                #expect(throws: error) { try Journal(bytes: left, name: "cut") }
                continue
            }
            let journal = try Journal(bytes: left, name: "cut")
            #expect(journal.index.damageCount == 0, "cut after byte \(cut)")
            #expect(journal.index.isTorn == isTorn, "cut after byte \(cut)")
            #expect(try lines(of: left) == Array(whole.prefix(count)), "cut after byte \(cut)")
        }
    }

    private func lines(of bytes: [UInt8]) throws -> [String] {
        var lines = try Journal(bytes: bytes).lines()
        var found: [String] = []
        while let line = try lines.next() { found.append("\(line.number)@\(line.byte) \(line.bytes.text)") }
        return found
    }
}
