import TimelineKit

/// Counts steps in lanes, and notices one that is doubled, missing or out of order.
struct LaneProgram: Program {
    struct State: Codable, Equatable, Sendable {
        var lanes: [Int]
        var faults = 0
    }

    struct Action: Codable, Equatable, Sendable {
        var lane: Int
        var number: Int
    }

    let name = "lanes"
    let version = "1"
    let initialState = State(lanes: [0, 0, 0, 0])

    func reduce(_ state: inout State, _ action: Action) {
        if state.lanes[action.lane] + 1 == action.number {
            state.lanes[action.lane] = action.number
        } else {
            state.faults += 1
        }
    }
}
