internal import Foundation

/// A measurement of ours beside its peers.
protocol Measure: Sendable {
    /// The name for `--only`.
    static var name: String { get }
    /// What it measures, in a line.
    static var abstract: String { get }

    func findings(_ context: BenchmarkContext) throws -> [Finding]
}

/// What all measures share: their inputs, their peers, and the amount of work.
struct BenchmarkContext {
    let recordings: Recordings
    let comparedTools: ComparedTools
    let rounds: Int
    let scale: Scale
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
                ]), goal: goal(to.size))
        }
    }
}
