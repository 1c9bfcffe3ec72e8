/// Runs ours and its peers in turn, round after round, so that other load on the machine affects all of them.
struct Comparison {
    struct Peer {
        let name: String
        /// Whether the ratio is our speed divided by the peer's; otherwise, our cost divided by the peer's.
        var isSpeed = false
        /// The goal for the ratio: a minimum for speed, a maximum for cost.
        var goal: Double?
        /// Does the work once, and returns the seconds for one unit of it.
        let run: () throws -> Double
    }

    let measure: String
    let size: String
    let ours: () throws -> Double
    let peers: [Peer]

    /// Runs all sides once as a warm-up, then `rounds` times.
    func findings(rounds: Int) throws -> [Finding] {
        _ = try ours()
        for peer in peers { _ = try peer.run() }
        var own: [Double] = []
        var theirs = [[Double]](repeating: [], count: peers.count)
        for _ in 0..<rounds {
            own.append(try ours())
            for (index, peer) in peers.enumerated() { theirs[index].append(try peer.run()) }
        }
        if peers.isEmpty { return [Finding(measure: measure, size: size, ours: Spread(own))] }
        return zip(peers, theirs).map { peer, theirs in
            let ratios = zip(own, theirs).map { peer.isSpeed ? $1 / $0 : $0 / $1 }
            return Finding(
                measure: measure, size: size, peer: peer.name, ours: Spread(own), theirs: Spread(theirs),
                ratio: Spread(ratios), isSpeed: peer.isSpeed, goal: peer.goal)
        }
    }
}

/// Measures time on a monotonic clock.
enum Stopwatch {
    /// The duration of `body` divided by `count`, in seconds.
    static func seconds(each count: Int, _ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body) / .seconds(count)
    }
}
