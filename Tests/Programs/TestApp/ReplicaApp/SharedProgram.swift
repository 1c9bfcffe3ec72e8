import TimelineKit

/// What the instances of the app share. Any other order of the same actions leaves another state.
struct Shared: Codable, Equatable, Sendable {
    var counts: [String: Int] = [:]
    /// The words in their order, the last 50 of them.
    var words: [String] = []
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
}

enum SharedAction: Codable, Sendable { case wrote(by: String, word: String) }

struct SharedProgram: Program {
    let name = "shared"
    let version = "1"
    let initialState = Shared()
    /// Whether its reducer takes some words for others.
    let isFaulty: Bool

    func reduce(_ state: inout Shared, _ action: SharedAction) {
        switch action {
        case .wrote(let id, var word):
            if isFaulty, word.hasSuffix("7") { word = "seven" }
            state.counts[id, default: 0] += 1
            state.words = state.words.suffix(49) + [word]
            for byte in "\(id) \(word)\n".utf8 { state.hash = (state.hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }
}
