import TimelineTestSupport

/// A state of any size, whose encoding blocks every thread but the test's.
struct Padded: Codable, Equatable, Sendable {
    var tally = SlowTally()
    var padding = ""
}
