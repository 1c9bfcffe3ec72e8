import Foundation

@testable import TimelineKit

/// A state that the recorder's queue cannot encode until it is let: whoever encodes it there waits.
struct SlowTally: Codable, Equatable, Sendable {
    var count = 0
    var gate: Gate?

    enum CodingKeys: String, CodingKey { case count }

    init(count: Int = 0, gate: Gate? = nil) { (self.count, self.gate) = (count, gate) }

    init(from decoder: any Decoder) throws {
        count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
    }

    func encode(to encoder: any Encoder) throws {
        gate?.pass(count)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
    }

    static func == (a: SlowTally, b: SlowTally) -> Bool { a.count == b.count }

    /// Lets the thread that made it pass, and others once it is open.
    final class Gate: Sendable {
        private let owner = ThreadID.current
        private let change = DispatchSemaphore(value: 0)
        private let arrival = DispatchSemaphore(value: 0)
        private let passed = Cell<[Int]>([])

        /// The counts of the states that its own thread encoded.
        var encodedHere: [Int] { passed.load() }

        func open() { for _ in 0..<1000 { change.signal() } }

        /// Waits until another thread encodes a state.
        func waitForAnother() { arrival.wait() }

        func pass(_ count: Int) {
            if ThreadID.current == owner { return passed.change { $0.append(count) } }
            arrival.signal()
            change.wait()
        }
    }
}

/// An action that cannot be encoded.
struct Tap: CustomStringConvertible {
    let body: (Int) -> Int
    var description: String { "tap" }
}
