import Testing

@testable import TimelineKit

struct LastStateTests {
    /// 27 bytes: whole words and a rest.
    private struct Parts: Equatable {
        var words: (Int, Int, Int) = (1, 2, 3)
        var pair: UInt16 = 4
        var byte: UInt8 = 5

        static func == (one: Parts, other: Parts) -> Bool {
            one.words == other.words && one.pair == other.pair && one.byte == other.byte
        }
    }

    @Test func aDifferenceInAnyPlaceIsFound() {
        let last = LastState(Parts())
        #expect(!last.mayDiffer(from: Parts()))
        #expect(last.mayDiffer(from: Parts(words: (0, 2, 3))))
        #expect(last.mayDiffer(from: Parts(words: (1, 2, 0))))
        #expect(last.mayDiffer(from: Parts(pair: 0)))
        #expect(last.mayDiffer(from: Parts(byte: 0)))
        last.forget()
        #expect(last.known == nil && !last.mayDiffer(from: Parts(byte: 0)))
    }
}
