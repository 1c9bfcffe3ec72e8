internal import Foundation

/// A measurement of ours beside its peers.
protocol Measure: Sendable {
    /// The name for `--only`.
    static var name: String { get }
    /// What it measures, in a line.
    static var abstract: String { get }

    func findings(_ bench: Bench) throws -> [Finding]
}

/// The environment of all measures.
struct Bench {
    let recordings: Recordings
    let peers: Peers
    let rounds: Int
    let extent: Extent
    /// The path of the `timeline` to measure.
    let tool: String

    /// A command with its output in a file.
    func command(_ arguments: [String]) -> Command {
        Command(arguments: arguments, outputFile: recordings.scratch("output"))
    }

    /// Writes a script to a file, and returns its path.
    func script(_ text: String, named name: String) throws -> String {
        let path = recordings.scratch(name)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// A finding for a peer that is not installed.
    func missing(_ measure: String, size: String, peer: String) -> Finding {
        Finding(
            measure: measure, size: size, peer: peer, ours: nil, theirs: nil, ratio: nil, isSpeed: false, goal: nil,
            unit: nil, missing: "\(peer) is not installed")
    }

    /// The cost of each size as a ratio to the size before.
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
