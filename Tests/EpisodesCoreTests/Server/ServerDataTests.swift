import EpisodesCore
import Foundation
import Testing

struct ServerDataTests {
    @Test func anInvalidFileIsRejected() {
        #expect(throws: DecodingError.self) { try ServerData(file: Data(#"{"episodes": []}"#.utf8)) }
        #expect(throws: DecodingError.self) { try ServerData(file: Data("x".utf8)) }
    }

    @Test func aFileIsServed() async throws {
        _ = try ServerData(file: Data(#"{"episodes": [], "arrivals": [[]]}"#.utf8))
    }
}
