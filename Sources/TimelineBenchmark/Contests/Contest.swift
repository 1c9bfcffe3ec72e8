/// Ours and its peers, each run in turn, round after round, so that whatever else the machine does falls on all of them.
struct Contest {
    /// What a peer is held against: the cost of ours in the peer's, or how many times as fast ours is.
    enum Goal {
        case cost(atMost: Double?)
        case speed(atLeast: Double?)
    }

    let measure: String
    let size: String
    let ours: Contender
    /// Each with its goal.
    let peers: [(contender: Contender, goal: Goal)]

    /// Runs all sides once unmeasured, then `rounds` times.
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
