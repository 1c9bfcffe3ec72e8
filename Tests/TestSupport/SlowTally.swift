import Foundation

import TimelineKit
import TimelineSystem

/// A state that the recorder's queue cannot encode until it is let: whoever encodes it there waits.
package struct SlowTally: Codable, Equatable, Sendable {
    package var count = 0
    package var gate: Gate?

    package enum CodingKeys: String, CodingKey { case count }

    package init(count: Int = 0, gate: Gate? = nil) { (self.count, self.gate) = (count, gate) }

    package init(from decoder: any Decoder) throws {
        count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
    }

    package func encode(to encoder: any Encoder) throws {
        gate?.pass(count)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
    }

    package static func == (a: SlowTally, b: SlowTally) -> Bool { a.count == b.count }

    /// Lets the thread that made it pass, and others once it is open.
    package final class Gate: Sendable {
        package init() {}

        private let owner = ThreadID.current
        private let change = DispatchSemaphore(value: 0)
        private let arrival = DispatchSemaphore(value: 0)
        private let passed = Cell<[Int]>([])

        /// The counts of the states that its own thread encoded.
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
