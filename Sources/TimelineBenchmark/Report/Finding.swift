/// What came out of one comparison: ours beside one peer, at one size.
struct Finding: Codable {
    /// What was measured: `record`.
    let measure: String
    /// The size of the input: `state 1KB`.
    let size: String
    /// What stands on the other side, or what was counted.
    let peer: String
    /// What one unit of ours took, in seconds; or the count itself; nil where nothing was measured.
    let ours: Spread?
    /// The same of the peer; nil where the peer is not installed, or there is none.
    let theirs: Spread?
    /// Ours through theirs, or theirs through ours where `isSpeed`, from each round.
    let ratio: Spread?
    /// Whether more is better.
    let isSpeed: Bool
    /// What `ratio`, or `ours` where there is no peer, is to reach; nil where nothing is promised.
    let goal: Double?
    /// Whether `ours` is not a time.
    let unit: String?
    /// Why there is no ratio.
    let missing: String?

    /// Whether the goal is reached by the median; nil without a goal, or without a peer to hold against.
    var isReached: Bool? {
        guard let goal, let value = (ratio ?? ours)?.median else { return nil }
        return isSpeed ? value >= goal : value <= goal
    }
}
