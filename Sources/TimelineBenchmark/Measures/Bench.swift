internal import Foundation

/// What all measures work with.
struct Bench {
    let recordings: Recordings
    let peers: Peers
    let rounds: Int
    let extent: Extent
    /// The `timeline` that is measured.
    let tool: String

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
            measure: measure, size: size, peer: peer, ours: nil, theirs: nil, ratio: nil, isSpeed: false,
            goal: nil,
            unit: nil, missing: "\(peer) is not installed")
    }

    /// How the cost of each size stands to that of the one before.
    func growth(
        _ measure: String, _ sizes: [(size: String, finding: Finding)], goal: (_ size: String) -> Double?
    ) -> [Finding] {
        zip(sizes, sizes.dropFirst()).compactMap { from, to in
            guard let before = from.finding.ours, let after = to.finding.ours else { return nil }
            return Finding(
                measure: "\(measure), growth", size: to.size, peer: "itself, \(from.size)", ours: after, theirs: before,
                ratio: Spread([
                    after.minimum / before.minimum, after.median / before.median, after.maximum / before.maximum,
                ]), isSpeed: false, goal: goal(to.size), unit: to.finding.unit, missing: nil)
        }
    }
}
