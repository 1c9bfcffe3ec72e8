import Foundation
import TimelineKit

/// A state whose encoding blocks every thread but the test's until the test opens a barrier.
package struct SlowTally: Codable, Equatable, Sendable {
    package var count = 0
    package var barrier: Barrier?

    package enum CodingKeys: String, CodingKey { case count }

    package init(count: Int = 0, barrier: Barrier? = nil) { (self.count, self.barrier) = (count, barrier) }

    package init(from decoder: any Decoder) throws {
        count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
    }

    package func encode(to encoder: any Encoder) throws {
        barrier?.pass(count)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
    }

    package static func == (a: SlowTally, b: SlowTally) -> Bool { a.count == b.count }

    /// Blocks all threads except the one that created it, until it is open.
    package final class Barrier: Sendable {
        package init() {}

        private let owner = ThreadID.current
        private let change = DispatchSemaphore(value: 0)
        private let arrival = DispatchSemaphore(value: 0)
        private let passed = Cell<[Int]>([])

        /// The counts of the states that the creating thread encoded.
        package var encodedHere: [Int] { passed.load() }

        package func open() { for _ in 0..<1000 { change.signal() } }

        /// Waits until another thread encodes a state.
        package func waitForAnother() { arrival.wait() }

        package func pass(_ count: Int) {
            if ThreadID.current == owner { return passed.change { $0.append(count) } }
            arrival.signal()
            change.wait()
        }
    }
}

/// An action that cannot be encoded.
package struct Tap: CustomStringConvertible {
    package let body: (Int) -> Int
    package var description: String { "tap" }

    package init(body: @escaping (Int) -> Int) { self.body = body }
}
