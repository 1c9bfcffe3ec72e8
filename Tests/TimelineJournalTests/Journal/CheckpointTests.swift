import Testing

@testable import TimelineJournal

struct CheckpointTests {
    @Test func keepsALargePlaceInLittleMemory() {
        for (segment, byte) in [(0, 0), (7, 4_000_000_000), ((1 << 24) - 1, (1 << 62) - 1)] {
            let place = Place(segment: segment, byte: byte)
            #expect((place.segment, place.byte) == (segment, byte))
        }
        #expect(MemoryLayout<Checkpoint>.stride == 32)
    }
}
