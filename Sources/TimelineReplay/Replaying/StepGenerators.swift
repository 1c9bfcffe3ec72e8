#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import TimelineKit

/// A step gets the same numbers in each replay.
struct StepGenerators {
    private let seed: UInt64
    /// When the run started, in seconds since 2001.
    private let started: Double

    init?(for program: some Program, _ header: Header) {
        guard program.generatesValues || header.hasGeneratedValues else { return nil }
        // FNV-1a.
        seed = header.session.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        // Without fractions, which this strategy does not read.
        let date = try? Date(String(header.started.prefix(19)) + "Z", strategy: .iso8601)
        started = date?.timeIntervalSinceReferenceDate ?? 0
    }

    func generator(ofStep seq: Int, at: Moment) -> SeededGenerator {
        SeededGenerator(seed: seed ^ UInt64(seq) &* 0x9E37_79B9_7F4A_7C15, seconds: started + at.seconds)
    }
}
