package import TimelineKit

/// A client sends its next request after it has the result of the last one. The most recently used clients are kept.
package struct DeduplicationCache: Sendable {
    package enum Lookup: Equatable, Sendable {
        case new
        case repeated(ChangeResult)
        case old(last: Int)
    }

    private let limit: Int
    private var results: [String: (number: Int, result: ChangeResult)] = [:]
    private var order: [String] = []

    package init(limit: Int) { self.limit = limit }

    package func find(_ key: ChangeRequest.IdempotencyKey) -> Lookup {
        guard let last = results[key.client], key.number <= last.number else { return .new }
        return key.number == last.number ? .repeated(last.result) : .old(last: last.number)
    }

    package mutating func insert(_ result: ChangeResult, for key: ChangeRequest.IdempotencyKey) {
        if order.last != key.client {
            order.removeAll { $0 == key.client }
            order.append(key.client)
        }
        results[key.client] = (key.number, result)
        if order.count > limit { results[order.removeFirst()] = nil }
    }
}
