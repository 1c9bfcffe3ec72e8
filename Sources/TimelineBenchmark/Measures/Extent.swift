/// The amount of work in all measures.
enum Extent {
    /// Too little for meaningful results: for tests of the benchmark itself.
    case smoke
    /// About a minute.
    case quick
    case full

    /// The lengths of recordings.
    var steps: [Int] {
        switch self {
        case .smoke: [100, 1000]
        case .quick: [1000, 100_000]
        case .full: [1000, 100_000, 1_000_000, 10_000_000]
        }
    }

    /// The sizes of states, in bytes of JSON.
    var stateBytes: [Int] {
        switch self {
        case .smoke: [1000, 2000]
        case .quick: [1000, 100_000]
        case .full: [1000, 100_000, 10_000_000]
        }
    }

    /// The number of actions dispatched for one reading.
    var actions: Int {
        switch self {
        case .smoke: 800
        case .quick: 20_000
        case .full: 200_000
        }
    }

    /// The number of bytes encoded or decoded for one reading.
    var codedBytes: Int {
        switch self {
        case .smoke: 5000
        case .quick: 200_000
        case .full: 4_000_000
        }
    }
}
