internal import Foundation

/// What all measures work with.
struct Bench {
    let recordings: Recordings
    let peers: Peers
    let rounds: Int
    /// Whether only the small sizes are measured.
    let isQuick: Bool
    /// The `timeline` that is measured.
    let tool: String

    /// The lengths of recordings.
    var steps: [Int] { isQuick ? [1000, 100_000] : [1000, 100_000, 1_000_000, 10_000_000] }
    /// The sizes of states, in bytes of JSON.
    var stateBytes: [Int] { isQuick ? [1000, 100_000] : [1000, 100_000, 10_000_000] }

    /// A command, with its output in a file of its own.
    func command(_ arguments: [String]) -> Command {
        Command(arguments: arguments, outputFile: recordings.scratch("output"))
    }

    /// A script in a file.
    func script(_ text: String, named name: String) throws -> String {
        let path = recordings.scratch(name)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Says that a peer is not here.
    func missing(_ measure: String, size: String, peer: String) -> Finding {
        Finding(
            measure: measure, size: size, peer: peer, ours: Spread([0]), theirs: nil, ratio: nil, isSpeed: false,
            goal: nil,
            unit: nil, missing: "\(peer) is not installed")
    }

    /// How the cost of one size stands to that of another, from the medians of each.
    func growth(
        _ measure: String, from: (size: String, finding: Finding), to: (size: String, finding: Finding), goal: Double?
    ) -> Finding {
        Finding(
            measure: "\(measure), growth", size: to.size, peer: "itself, \(from.size)", ours: to.finding.ours,
            theirs: from.finding.ours,
            ratio: Spread([
                to.finding.ours.minimum / from.finding.ours.minimum, to.finding.ours.median / from.finding.ours.median,
                to.finding.ours.maximum / from.finding.ours.maximum,
            ]), isSpeed: false, goal: goal, unit: to.finding.unit, missing: nil)
    }
}
