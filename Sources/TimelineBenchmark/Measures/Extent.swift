/// How much is measured.
enum Extent {
    /// So little that nothing can be read off it: for tests of the benchmark itself.
    case smoke
    /// A minute.
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

    /// How many actions are dispatched for one reading.
    var actions: Int {
        switch self {
        case .smoke: 800
        case .quick: 20_000
        case .full: 200_000
        }
    }

    /// How many bytes are coded for one reading.
    var codedBytes: Int {
        switch self {
        case .smoke: 5000
        case .quick: 200_000
        case .full: 4_000_000
        }
    }
}
