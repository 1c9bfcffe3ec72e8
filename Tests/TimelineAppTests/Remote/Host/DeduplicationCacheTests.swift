import Testing
import TimelineKit

@testable import TimelineRemote

struct DeduplicationCacheTests {
    private func key(_ client: String, _ number: Int) -> ChangeRequest.IdempotencyKey {
        ChangeRequest.IdempotencyKey(client: client, number: number)
    }

    @Test func `evicts the least recently used client`() throws {
        var cache = DeduplicationCache(limit: 2)
        cache.insert([.step(1)], for: key("a", 1))
        cache.insert([.step(2)], for: key("b", 1))
        cache.insert([.step(3)], for: key("a", 2))
        cache.insert([.step(4)], for: key("c", 1))
        #expect(try cache.results(of: key("a", 2)) == [.step(3)])
        #expect(try cache.results(of: key("b", 1)) == nil)
        #expect(try cache.results(of: key("c", 1)) == [.step(4)])
    }
}
