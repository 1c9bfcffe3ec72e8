/// Ours beside its peers at one size. All sides run in turn, round after round, so that other load on the machine affects all of
/// them.
struct Measure {
    struct Peer {
        let name: String
        /// The goal for the ratio: a minimum for speed, a maximum for cost.
        let goal: Double?
        /// Whether the ratio is our speed divided by the peer's; otherwise, our cost divided by the peer's.
        let isSpeed: Bool
        /// Returns a number to compare with the first of ours; nil if the peer is not installed.
        let run: (() throws -> Double)?

        init(_ name: String, goal: Double? = nil, isSpeed: Bool = false, run: (() throws -> Double)?) {
            (self.name, self.goal, self.isSpeed, self.run) = (name, goal, isSpeed, run)
        }
    }

    /// The meaning of one number of a run.
    struct Value {
        let name: String
        /// nil for seconds.
        var unit: String?
        /// The goal for the number itself.
        var goal: Double?
        /// Whether more is better.
        var isSpeed = false

        init(_ name: String, unit: String? = nil, goal: Double? = nil, isSpeed: Bool = false) {
            (self.name, self.unit, self.goal, self.isSpeed) = (name, unit, goal, isSpeed)
        }
    }

    /// Compares the first number with the first number of the size before.
    struct Growth {
        var goal: Double?
    }

    let size: String
    /// The numbers that a run gives. Peers are compared with the first.
    let values: [Value]
    var peers: [Peer] = []
    var growth: Growth?
    /// The limit on the rounds of a long run, which is not warmed up.
    var mostRounds: Int?
    let ours: () throws -> [Double]

    init(
        _ values: [Value], _ size: String, peers: [Peer] = [], growth: Growth? = nil, mostRounds: Int? = nil,
        ours: @escaping () throws -> [Double]
    ) {
        (self.size, self.values, self.peers, self.growth) = (size, values, peers, growth)
        (self.mostRounds, self.ours) = (mostRounds, ours)
    }

    init(
        _ name: String, _ size: String, unit: String? = nil, goal: Double? = nil, isSpeed: Bool = false,
        peers: [Peer] = [], growth: Growth? = nil, ours: @escaping () throws -> Double
    ) {
        let value = Value(name, unit: unit, goal: goal, isSpeed: isSpeed)
        self.init([value], size, peers: peers, growth: growth) { [try ours()] }
    }

    /// Runs all sides, and returns a finding for each number and each peer. A peer that fails once does not run again.
    func findings(rounds: Int, warmsUp: Bool = true) throws -> [Finding] {
        var own: [[Double]] = []
        var theirs: [[Double?]] = []
        var failures: [Int: String] = [:]
        do {
            // Round 0 warms up.
            for round in (mostRounds == nil && warmsUp ? 0 : 1)...min(rounds, mostRounds ?? rounds) {
                let numbers = try ours()
                let others = peers.indices.map { index -> Double? in
                    if failures[index] != nil { return nil }
                    do { return try peers[index].run?() } catch {
                        failures[index] = "failed: \("\(error)".split(separator: "\n").joined(separator: " "))"
                        return nil
                    }
                }
                if round > 0 {
                    own.append(numbers)
                    theirs.append(others)
                }
            }
        } catch let missing as MissingTool {
            return [Finding(measure: values[0].name, size: size, missing: missing.description)]
        }
        let spreads = values.indices.map { index in Spread(own.map { $0[index] }) }
        let alone = zip(values, spreads).map { value, spread in
            Finding(
                measure: value.name, size: size, ours: spread, isSpeed: value.isSpeed, goal: value.goal,
                unit: value.unit)
        }
        if peers.isEmpty { return alone }
        let compared = peers.enumerated().map { index, peer in
            var finding = Finding(measure: values[0].name, size: size, peer: peer.name)
            let others = theirs.compactMap { $0[index] }
            if failures[index] != nil || others.isEmpty {
                finding.missing = failures[index] ?? "\(peer.name) is not installed"
            } else {
                (finding.ours, finding.theirs) = (spreads[0], Spread(others))
                finding.ratio = Spread(zip(own, others).map { peer.isSpeed ? $1 / $0[0] : $0[0] / $1 })
                (finding.isSpeed, finding.goal) = (peer.isSpeed, peer.goal)
            }
            return finding
        }
        return compared + alone.dropFirst()
    }
}

/// A program that a measure needs is not installed, so the measure is skipped.
struct MissingTool: Error, CustomStringConvertible {
    let description: String
}
