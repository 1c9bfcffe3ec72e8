import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct GunzipTests {
    private static let text = Array(Recorded.run.utf8)

    /// Unpacks `packed`, passed in pieces.
    private func unpack(
        _ packed: [UInt8], inPiecesOf size: Int = .max
    ) -> (bytes: [UInt8], fault: Unpacked.UnpackingError?) {
        var gunzip = Gunzip()
        var bytes: [UInt8] = []
        var rest = packed[...]
        while !rest.isEmpty {
            let fault = gunzip.unpack(Array(rest.prefix(size))) { bytes += $0 }
            if let fault { return (bytes, fault) }
            rest = rest.dropFirst(size)
        }
        return (bytes, gunzip.errorAtEnd)
    }

    @Test(arguments: [1, 2, 7, .max]) func concatenatedMembersAreOneFile(size: Int) throws {
        let parts = [Self.text[..<300], Self.text[300..<300], Self.text[300...]].map { Array($0) }
        let unpacked = unpack(try parts.flatMap { try Packed.gzip($0) }, inPiecesOf: size)
        #expect(unpacked.bytes == Self.text)
        #expect(unpacked.fault == nil)
    }

    @Test func dataLongerThanTheWindowIsUnpackedWhole() throws {
        for count in [65_535, 65_536, 65_537, 1_000_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }
            let unpacked = unpack(try Packed.gzip(bytes), inPiecesOf: 1 << 16)
            #expect(unpacked.bytes == bytes)
            #expect(unpacked.fault == nil)
        }
    }

    @Test func damageIsNamedWithItsPlace() throws {
        let packed = try Packed.gzip(Self.text)
        let end = packed.count
        func changed(_ index: Int) -> [UInt8] {
            var changed = packed
            changed[index] ^= 0xFF
            return changed
        }
        #expect(
            unpack(changed(end - 8)).fault
                == .damaged("its gzip data is damaged at packed byte \(end - 4): incorrect data check"))
        #expect(
            unpack(changed(end - 4)).fault
                == .damaged("its gzip data is damaged at packed byte \(end): incorrect length check"))
        #expect(
            unpack(changed(2)).fault
                == .damaged("its gzip data is damaged at packed byte 4: unknown compression method"))
        #expect(
            unpack(Array(packed[..<10]) + [0x07]).fault
                == .damaged("its gzip data is damaged at packed byte 11: invalid block type"))
        for garbage: [UInt8] in [[0], Array("hello".utf8), [0x1F, 0x00], [0x1F, 0x8C, 0x08]] {
            let unpacked = unpack(packed + garbage)
            #expect(unpacked.bytes == Self.text)
            #expect(unpacked.fault == .damaged("its gzip data ends at packed byte \(end), and other data follows"))
        }
    }

    @Test func aChangedByteIsDetectedOrHarmless() throws {
        var seed = Seed()
        let rounds = Harness.count(small: 3000, full: 200_000)
        print("\(seed)")
        let packed = try Packed.gzip(Array(Self.text[..<400])) + Packed.gzip(Array(Self.text[400...]))
        for round in 0..<rounds {
            var changed = packed
            for _ in 0...Int.random(in: 0..<3, using: &seed) {
                let index = Int.random(in: 0..<changed.count, using: &seed)
                switch Int.random(in: 0..<4, using: &seed) {
                case 0: changed.remove(at: index)
                case 1: changed.insert(UInt8(Int.random(in: 0..<256, using: &seed)), at: index)
                default: changed[index] ^= UInt8(1 << Int.random(in: 0..<8, using: &seed))
                }
            }
            let unpacked = unpack(changed, inPiecesOf: 1 + Int.random(in: 0..<200, using: &seed))
            if unpacked.fault == nil { #expect(unpacked.bytes == Self.text, "round \(round)") }
        }
    }
}
