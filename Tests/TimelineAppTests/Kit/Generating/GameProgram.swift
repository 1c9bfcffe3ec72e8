import Foundation
import TimelineKit
import TimelineTestSupport

/// A program that generates values.
struct GameProgram: Program {
    /// How the reducer differs from the recorded one.
    enum Change { case none, asksForMore, asksForLess, otherOrder, smallerRange, otherType }

    let name = "game"
    let version = "1.0.0"
    let initialState = Game()
    var generatesValues = true
    var change = Change.none

    func reduce(_ state: inout Game, _ action: GameAction) {
        switch action {
        case .rolled(let sides): state.rolls.append(Generated.random(in: 1...sides))
        case .identified: state.ids.append(Generated.uuid())
        case .stamped: state.times.append(Generated.now)
        case .named: name(&state)
        case .everything:
            switch change {
            case .otherOrder:
                let id = Generated.uuid()
                roll(&state)
                name(&state)
                state.ids.append(id)
            case .asksForLess:
                roll(&state)
                name(&state)
            default:
                roll(&state)
                name(&state)
                state.ids.append(Generated.uuid())
                if change == .asksForMore { state.ids.append(Generated.uuid()) }
            }
        case .rolledOften(let count): for _ in 0..<count { roll(&state) }
        case .nothing: break
        }
    }

    private func roll(_ state: inout Game) {
        state.rolls.append(change == .smallerRange ? Generated.random(in: 1...6) : Generated.random(in: 7...100))
    }

    private func name(_ state: inout Game) {
        if change == .otherType {
            state.names.append("\(Generated.value("a \"name\"") { 7 })")
        } else {
            let count = state.names.count
            state.names.append(Generated.value("a \"name\"") { "name \(count)" })
        }
    }
}

struct Game: Codable, Equatable, Sendable {
    var rolls: [Int] = []
    var ids: [UUID] = []
    var times: [Date] = []
    var names: [String] = []
}

enum GameAction: Codable, Sendable {
    case rolled(sides: Int)
    case identified
    case stamped
    case named
    case everything
    case rolledOften(count: Int)
    case nothing

    static func any(using random: inout Seed) -> GameAction {
        [.rolled(sides: 6), .identified, .stamped, .named, .everything, .nothing].randomElement(using: &random)!
    }
}
