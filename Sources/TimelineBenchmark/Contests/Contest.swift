/// One side of a contest.
struct Contender {
    let name: String
    /// Does the work once, and returns the seconds for one unit of it.
    let run: () throws -> Double
}

/// Runs ours and its peers in turn, round after round, so that other load on the machine affects all of them.
struct Contest {
    /// The goal for a ratio: our cost divided by the peer's, or our speed divided by the peer's.
    enum Goal {
        case cost(atMost: Double?)
        case speed(atLeast: Double?)
    }

    let measure: String
    let size: String
    let ours: Contender
    let peers: [(contender: Contender, goal: Goal)]

    /// Runs all sides once as a warm-up, then `rounds` times.
    func findings(rounds: Int) throws -> [Finding] {
        _ = try ours.run()
        for peer in peers { _ = try peer.contender.run() }
        var own: [Double] = []
        var theirs = [[Double]](repeating: [], count: peers.count)
        for _ in 0..<rounds {
            own.append(try ours.run())
            for (index, peer) in peers.enumerated() { theirs[index].append(try peer.contender.run()) }
        }
        if peers.isEmpty {
            return [
                Finding(
                    measure: measure, size: size, peer: "", ours: Spread(own), theirs: nil, ratio: nil, isSpeed: false,
                    goal: nil, unit: nil, missing: nil)
            ]
        }
        return peers.indices.map { index in
            let isSpeed: Bool
            let goal: Double?
            switch peers[index].goal {
            case .cost(let limit): (isSpeed, goal) = (false, limit)
            case .speed(let limit): (isSpeed, goal) = (true, limit)
            }
            let ratios = zip(own, theirs[index]).map { isSpeed ? $1 / $0 : $0 / $1 }
            return Finding(
                measure: measure, size: size, peer: peers[index].contender.name, ours: Spread(own),
                theirs: Spread(theirs[index]), ratio: Spread(ratios), isSpeed: isSpeed, goal: goal, unit: nil,
                missing: nil)
        }
    }
}

/// Measures time on a monotonic clock.
enum Stopwatch {
    /// The duration of `body` in seconds.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try body()
        return (clock.now - start) / .seconds(1)
    }

    /// The duration of `body` divided by `count`, in seconds.
    static func seconds(each count: Int, _ body: () throws -> Void) rethrows -> Double {
        try seconds(body) / Double(count)
    }
}
