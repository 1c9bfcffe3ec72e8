import Testing
import TimelineTestSupport

/// An app with a flight recorder dispatches on four threads and is killed by SIGKILL at random moments, every third time
/// during recovery. It loses no acknowledged action.
///
/// `TIMELINE_HARNESS=full swift test -c release -Xswiftc -enable-testing --filter KillTests` kills 1,000 times, otherwise
/// 10; `TIMELINE_SEED` repeats the random choices.
@Suite(.ownThreads)
struct KillTests {
    @Test func noAcknowledgedActionIsLostOrDuplicatedByAKill() throws {
        var seed = Seed()
        print("KillTests: \(seed)")
        let kills = Harness.count(small: 10, full: 1000)
        var tally = KillTally()
        var chains = 0
        var failures = 0
        while tally[.kills] < kills, failures < 10 {
            let chain = try KillChain(seed: seed.next(), blocks: Self.blocks(&seed, chain: chains))
            try chain.run(kills: min(Harness.count(small: 5, full: 8), kills - tally[.kills]))
            #expect(chain.problems == [], "chain \(chains), \(seed)")
            if chain.problems != [] { failures += 1 }
            tally.add(chain.tally)
            chains += 1
            // A full run takes some minutes.
            if chains % 10 == 0 { print("after \(chains) chains: \(tally)") }
        }
        #expect(tally[.lost] == 0 && tally[.duplicated] == 0)
        print(tally)
    }

    /// The size of the state in KiB: 1 to 16,384; large ones are rare.
    private static func blocks(_ random: inout Seed, chain: Int) -> Int {
        guard Harness.isFull else { return 1 << Int.random(in: 0...4, using: &random) }
        if chain % 32 == 16 { return 16 << 10 }
        return switch Int.random(in: 0..<100, using: &random) {
        case 0..<50: Int.random(in: 1...16, using: &random)
        case 50..<80: Int.random(in: 17...256, using: &random)
        case 80..<98: Int.random(in: 257...4096, using: &random)
        default: Int.random(in: 4097...16_384, using: &random)
        }
    }
}
