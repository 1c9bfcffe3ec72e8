import TestSupport

/// The statistics of many kills.
struct KillTally: CustomStringConvertible {
    var kills = 0
    var inRecovery = 0
    var launches = 0
    var runs = 0
    var segments = 0
    var snapshots = 0
    var acknowledged = 0
    var lost = 0
    var duplicated = 0
    var unacknowledged = 0
    var deletedByRotation = 0
    var runsThatDropped = 0
    var tornActions = 0
    var tornStates = 0
    var tornOthers = 0
    var unbegun = 0
    var copies = 0
    var bundles = 0
    var restored = 0
    var files = 0
    var largestState = 0
    var largestAction = 0
    var smallestAction = Int.max
    /// The last notices before the kills.
    var phases: [String: Int] = [:]

    mutating func add(_ run: KilledRun) {
        runs += 1
        segments += run.files.count
        snapshots += run.recorded.snapshots
        acknowledged += run.acknowledged
        lost += run.lost
        duplicated += run.duplicated
        unacknowledged += run.unacknowledged
        deletedByRotation += run.deletedByRotation
        if run.files.first?.name.hasSuffix("-000001.jsonl") == false { runsThatDropped += 1 }
        if let torn = run.recorded.torn {
            let text = String(decoding: torn.prefix(60), as: UTF8.self)
            if text.contains(#""action""#) {
                tornActions += 1
            } else if text.contains(#""state""#) {
                tornStates += 1
            } else {
                tornOthers += 1
            }
        }
        if !run.recorded.isLastBegun { unbegun += 1 }
        largestState = max(largestState, run.recorded.largestState)
        largestAction = max(largestAction, run.recorded.largestAction)
        smallestAction = min(smallestAction, run.recorded.smallestAction)
    }

    var description: String {
        """
        \(kills) kills, \(inRecovery) of them in recovery, in \(launches) launches: \(acknowledged) actions acknowledged, \
        \(lost) lost, \(duplicated) duplicated, \(deletedByRotation) deleted with whole segments of \(runsThatDropped) runs, \
        \(unacknowledged) recorded but not acknowledged
          torn: \(tornActions) actions, \(tornStates) states, \(tornOthers) others; \(unbegun) last segments without a \
        state; \(copies) sound copies made
          \(runs) runs of \(segments) segments with \(snapshots) snapshots; \(bundles) bundles sent; \(restored) states \
        restored; \(files) files read by jq
          largest state \(largestState) bytes, actions of \(smallestAction) to \(largestAction) bytes (with their lines)
          killed after: \(phases.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        """
    }
}

extension KillTally {
    /// Adds the statistics of another chain.
    mutating func add(_ other: KillTally) {
        let sums: [WritableKeyPath<KillTally, Int>] = [
            \.kills, \.inRecovery, \.launches, \.runs, \.segments, \.snapshots, \.acknowledged, \.lost, \.duplicated,
            \.unacknowledged, \.deletedByRotation, \.runsThatDropped, \.tornActions, \.tornStates, \.tornOthers,
            \.unbegun,
            \.copies, \.bundles, \.restored, \.files,
        ]
        for path in sums { self[keyPath: path] += other[keyPath: path] }
        largestState = max(largestState, other.largestState)
        largestAction = max(largestAction, other.largestAction)
        smallestAction = min(smallestAction, other.smallestAction)
        phases.merge(other.phases, uniquingKeysWith: +)
    }
}
