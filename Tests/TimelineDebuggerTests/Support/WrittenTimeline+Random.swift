import TimelineTestSupport

extension WrittenTimeline {
    /// A timeline with states that were set, and with `hasLosses` also actions that were not encoded and gaps; and the count after
    /// each step, nil where neither the file nor replay shows it. The counts go through neither replay nor JSON.
    ///
    /// - Parameter losesStates: Whether there may be no snapshot after an action that was not encoded.
    static func random(
        hasLosses: Bool = true, losesStates: Bool = true, using random: inout Seed
    ) -> (timeline: WrittenTimeline, counts: [Int?]) {
        var timeline = WrittenTimeline()
        var counts: [Int?] = [0]
        for _ in 0..<Int.random(in: 1...50, using: &random) {
            let amount = Int.random(in: -3...3, using: &random)
            var isKnown = true
            switch Int.random(in: 0..<(hasLosses ? 12 : 9), using: &random) {
            case 0: timeline.snapshot()
            case 1: timeline.set(amount)
            case 9...10:
                timeline.opaque(amount)
                if !losesStates { timeline.snapshot() }
                isKnown = !losesStates
            case 11: timeline.gap(of: .random(in: 1...5, using: &random), adding: amount)
            default:
                timeline.add(amount)
                isKnown = counts[counts.count - 1] != nil
            }
            while counts.count <= timeline.seq { counts.append(nil) }
            if isKnown { counts[timeline.seq] = timeline.count }
        }
        return (timeline, counts)
    }
}
