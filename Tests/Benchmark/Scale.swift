/// The amount of work in all measures.
struct Scale: Equatable {
    /// The lengths of recordings.
    let steps: [Int]
    /// The sizes of states, in bytes of JSON.
    let stateBytes: [Int]
    /// The number of actions dispatched for one reading.
    let actions: Int
    /// The number of bytes encoded or decoded for one reading.
    let codedBytes: Int

    /// Too little for meaningful results: for tests of the benchmark itself.
    static let smoke = Scale(steps: [100, 300], stateBytes: [1000, 2000], actions: 800, codedBytes: 5000)

    /// About a minute.
    static let quick = Scale(
        steps: [1000, 100_000], stateBytes: [1000, 100_000], actions: 20_000, codedBytes: 200_000)

    static let full = Scale(
        steps: [1000, 100_000, 1_000_000, 10_000_000], stateBytes: [1000, 100_000, 10_000_000], actions: 200_000,
        codedBytes: 4_000_000)
}
