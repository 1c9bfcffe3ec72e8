public import TimelineKit

/// Counts steps in lanes, and notices one that is doubled, missing or out of order.
public struct LaneProgram: Program {
    public struct State: Codable, Equatable, Sendable {
        public var lanes: [Int]
        public var faults = 0

        public init(lanes: [Int]) { self.lanes = lanes }
    }

    public struct Action: Codable, Equatable, Sendable {
        public var lane: Int
        public var number: Int

        public init(lane: Int, number: Int) {
            self.lane = lane
            self.number = number
        }
    }

    public let name = "lanes"
    public let version = "1"
    public let initialState = State(lanes: [0, 0, 0, 0])

    public init() {}

    public func reduce(_ state: inout State, _ action: Action) {
        if state.lanes[action.lane] + 1 == action.number {
            state.lanes[action.lane] = action.number
        } else {
            state.faults += 1
        }
    }
}
