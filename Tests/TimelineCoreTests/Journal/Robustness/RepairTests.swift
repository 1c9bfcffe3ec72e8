import Foundation
import Testing
import TimelineDebugger
@testable import TimelineKit
import TimelineTestSupport

/// A journal of 64 KiB, cut at any byte and with any bit flipped. `TIMELINE_HARNESS=full` takes them all, rather than a
/// sample, and needs a release build; `TIMELINE_SEED` repeats the sample of a seed.
struct RepairTests {
    private func sample(of count: Int, _ size: Int, _ name: String) -> [Int] {
        if Harness.isFull {
            print("\(name): all \(count)")
            return Array(0..<count)
        }
        var seed = Seed()
        print("\(name): \(size) of \(count), \(seed)")
        return (0..<size).map { _ in Int.random(in: 0..<count, using: &seed) }
    }

    @Test func aCutJournalGivesBackEveryWholeLineAndRepairIsIdempotent() throws {
        let bytes = CheckedJournal.bytes
        let first = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
        let second = try #require(bytes[(first + 1)...].firstIndex(of: UInt8(ascii: "\n")))
        for cut in sample(of: bytes.count + 1, 25, "cuts") {
            let left = Array(bytes[..<cut])
            guard cut > second else {
                #expect(throws: JournalError.self, "cut after byte \(cut)") { try Salvage(bytes: left) }
                continue
            }
            let whole = Array(left[...left.lastIndex(of: UInt8(ascii: "\n"))!])
            let salvage = try Salvage(bytes: left)
            let copy = try salvage.source.read(at: 0, count: .max >> 1)
            #expect(copy == whole, "cut after byte \(cut)")
            #expect((salvage.report.torn != nil) == (whole.count < cut), "cut after byte \(cut)")
            let again = try Salvage(bytes: copy)
            #expect(try again.source.read(at: 0, count: .max >> 1) == copy, "cut after byte \(cut)")
            #expect(again.report.isWhole, "cut after byte \(cut)")
        }
    }

    @Test func everyFlippedBitIsFoundAndNoStateIsInvented() async throws {
        let flips = sample(of: CheckedJournal.bytes.count * 8, 20, "flips")
        let workers = ProcessInfo.processInfo.activeProcessorCount
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    for index in stride(from: worker, to: flips.count, by: workers) { try expectFound(flips[index]) }
                }
            }
            try await group.waitForAll()
        }
    }

    private func expectFound(_ flip: Int) throws {
        let bytes = CheckedJournal.bytes
        let place = "bit \(flip % 8) of byte \(flip / 8)"
        var flipped = bytes
        flipped[flip / 8] ^= 1 << (flip % 8)
        guard let salvage = try? Salvage(bytes: flipped, name: "flipped") else {
            // Only a journal without its header cannot be repaired.
            #expect(flip / 8 <= bytes.firstIndex(of: UInt8(ascii: "\n"))!, "\(place)")
            return
        }
        #expect(!salvage.report.isWhole, "\(place)")
        let copy = try salvage.source.read(at: 0, count: .max >> 1)
        #expect(try CheckedJournal.inventions(in: copy) == [], "\(place)")
        // One flip touches two lines at most, and the next snapshot is at most 24 lines away.
        #expect(salvage.report.droppedCount <= 27, "\(place)")
        #expect(try Salvage(bytes: copy).report.isWhole, "\(place)")
    }

    /// Several places of damage at once, some close together.
    @Test func noStateIsInventedInADamagedJournal() throws {
        let bytes = CheckedJournal.bytes
        for seed in [863626] + sample(of: 1 << 20, 20, "damages").prefix(Harness.isFull ? 20_000 : .max) {
            var random = Seed(UInt64(seed))
            var damaged = bytes
            let first = bytes.firstIndex(of: UInt8(ascii: "\n"))! + 1
            for _ in 0..<Int.random(in: 2...60, using: &random) {
                let place = Int.random(in: first..<damaged.count, using: &random)
                if Bool.random(using: &random) {
                    damaged[place] ^= 1 << Int.random(in: 0..<8, using: &random)
                } else {
                    damaged.removeSubrange(place..<min(damaged.count, place + Int.random(in: 1...400, using: &random)))
                }
                if damaged.count <= first { break }
            }
            guard let salvage = try? Salvage(bytes: damaged) else { continue }
            let copy = try salvage.source.read(at: 0, count: .max >> 1)
            #expect(try CheckedJournal.inventions(in: copy) == [], "seed \(seed)")
            #expect(try Salvage(bytes: copy).report.isWhole, "seed \(seed)")
        }
    }
}
