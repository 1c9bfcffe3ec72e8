import Testing

@testable import TimelineJournal

struct CheckpointTests {
    @Test func isPackedWithoutLoss() {
        let places = [
            Place(segment: 0, line: 1, byte: 0),
            Place(segment: (1 << 24) - 1, line: (1 << 40) - 2, byte: (1 << 62) - 1),
            Place(segment: 7, line: Place.unknownLine, byte: 4_000_000_000),
        ]
        for place in places {
            for (isSet, isLate) in [(false, false), (false, true), (true, false), (true, true)] {
                let point = Checkpoint(seq: .max, at: .zero, isSet: isSet, place: place, isLate: isLate)
                #expect(point.place == place)
                #expect((point.isSet, point.isLate) == (isSet, isLate))
            }
        }
        #expect(MemoryLayout<Checkpoint>.size == 32)
    }
}
